"""Stands in front of a server on this machine and lets one step of a post fail.

A step is a name, a method and a pattern of the path; the steps of a server are listed in the order
of a post.  Kinds of faults:
  down  nothing listens any more when the step's turn comes
  401   the step is refused
  429   the step is refused once, to be asked again after a second
  500   the step fails, and the server never sees it
  lost  the server does the step, and the answer gets lost
"""
import http.client
import http.server
import re
import threading

REFUSALS = {
    "401": (b'{"error": "AuthenticationRequired", "message": "The access token is invalid"}', {}),
    "429": (b'{"error": "RateLimitExceeded"}', {"Retry-After": "1"}),
    "500": (b'{"error": "InternalServerError"}', {}),
}
SECONDS = 60  # that a server may take


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, headers, data):
        self.send_response(status)
        for name, value in headers:
            if name.lower() not in ("connection", "content-length", "transfer-encoding", "date", "server"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(data)
        self.close_connection = True

    def forward(self, body):
        upstream = http.client.HTTPConnection("127.0.0.1", self.server.upstream, timeout=SECONDS)
        headers = {name: value for name, value in self.headers.items()
                   if name.lower() not in ("connection", "expect")}
        upstream.request(self.command, self.path, body, headers)
        response = upstream.getresponse()
        return response.status, response.getheaders(), response.read()

    def serve(self):
        body = self.rfile.read(int(self.headers["Content-Length"] or 0))
        names = [name for name, method, pattern in self.server.steps
                 if method == self.command and re.search(pattern, self.path)]
        step = names[0] if names else ""
        kind = self.server.kind if step == self.server.step else ""
        if kind in REFUSALS:
            data, headers = REFUSALS[kind]
            if kind == "429":
                self.server.step = ""
            return self.answer(int(kind), [*headers.items()], data)
        status, headers, data = self.forward(body)
        if kind == "lost":
            self.close_connection = True
            return None
        if step and step == self.server.last_step:
            self.server.close()
        return self.answer(status, headers, data)

    do_GET = do_POST = do_PUT = serve


class Proxy(http.server.ThreadingHTTPServer):
    """In front of the port `upstream`; with step None it lets everything pass."""
    daemon_threads = True

    def __init__(self, port, upstream, steps, step=None, kind=""):
        self.upstream, self.steps, self.step, self.kind = upstream, steps, step, kind
        names = [name for name, _, _ in steps]
        self.last_step = None  # after which nothing listens
        self.is_open = not (kind == "down" and step == names[0])
        if kind == "down" and self.is_open:
            self.last_step = names[names.index(step) - 1]
        super().__init__(("127.0.0.1", port), Handler, bind_and_activate=self.is_open)
        if self.is_open:
            threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()
        else:
            self.server_close()

    def handle_error(self, *_):
        pass

    def close(self):
        if self.is_open:
            self.is_open = False
            self.shutdown()
            self.server_close()
