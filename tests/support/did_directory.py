"""did_directory.py PORT - the directory of DIDs (plc.directory), as far as a Bluesky PDS needs it
to make accounts and to look them up: it believes whatever it is told and keeps it in memory.
"""
import http.server
import json
import sys

operations = {}  # by DID, the newest last


def document(did):
    """The DID document of the newest operation."""
    newest = operations[did][-1]
    keys = newest["verificationMethods"]
    return {
        "@context": ["https://www.w3.org/ns/did/v1"],
        "id": did,
        "alsoKnownAs": newest["alsoKnownAs"],
        "verificationMethod": [
            {"id": f"{did}#{name}", "type": "Multikey", "controller": did,
             "publicKeyMultibase": key.removeprefix("did:key:")}
            for name, key in keys.items()],
        "service": [
            {"id": "#" + name, "type": service["type"], "serviceEndpoint": service["endpoint"]}
            for name, service in newest["services"].items()],
    }


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def answer(self, status, value):
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"] or 0))
        operations.setdefault(self.path[1:], []).append(json.loads(body))
        self.answer(200, {})

    def do_GET(self):
        did, _, what = self.path[1:].partition("/")
        if did not in operations:
            return self.answer(404, {"message": "DID not registered: " + did})
        if what == "log/last":
            return self.answer(200, operations[did][-1])
        if what == "data":
            newest = operations[did][-1]
            return self.answer(200, {"did": did, **newest})
        return self.answer(200, document(did))


http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
