"""bot_server.py FOLDER - Mastodon, Bluesky, Matrix and Discord as far as samples/bot/ needs them, on this
machine, with every fault their documents speak of.

In: requests below http://127.0.0.1:PORT/CASE/FAULT/, where FAULT is `none` or STEP-KIND: in
that step (media poll status, session blob record look, upload send, webhook message) the server fails in that kind.
Out: FOLDER/ports, "PORT ELSEWHERE"; of each request FOLDER/CASE/NN-STEP.json and .body; what
was understood of them: FOLDER/CASE/picture alt post posts.  ELSEWHERE is a second server that
nobody should speak to: its requests are of the case `elsewhere`.

FOLDER/token, FOLDER/password and FOLDER/hook hold the secrets that are accepted.
"""
import datetime
import email.message
import email.parser
import email.policy
import email.utils
import hashlib
import http.server
import json
import os
import re
import socket
import sys
import threading
import time
import unicodedata
import urllib.parse

FOLDER = sys.argv[1]
TID_LETTERS = "234567abcdefghijklmnopqrstuvwxyz"
MOST_UPLOAD = 5 << 20  # bytes that a PDS stores
MOST_BLOB = {"record-old": 1_000_000}  # bytes that a record may name, by fault
MOST_BLOB_NOW = 2_000_000
MOST_ALT = 1500  # letters
ACCESS = "session.Tm90IGEgcmVhbCBvbmU_-x"
DID = "did:plc:ridgelineridgelineridgel"
HANDLE = "ridgeline.example.org"
# What a server may say: escape sequences, a line of its own, right to left, and far too much.
HOSTILE = "no \x1b]0;owned\x07 way\r\nok posted\u202e\u0085" + "very " * 500
NAMES = {"401": "AuthenticationRequired", "413": "BlobTooLarge", "500": "InternalServerError"}


class Case:
    """What one account's server remembers."""

    def __init__(self, name):
        self.folder = os.path.join(FOLDER, name)
        os.makedirs(self.folder, exist_ok=True)
        self.requests = 0
        self.steps = {}
        self.media = {}
        self.keys = {}
        self.records = {}
        self.blobs = {}

    def keep(self, name, data):
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(data)

    def posted(self, line):
        with open(os.path.join(self.folder, "posts"), "a", encoding="utf-8") as file:
            file.write(line + "\n")


cases = {}
lock = threading.Lock()


def secret(name):
    with open(os.path.join(FOLDER, name), encoding="ascii") as file:
        return file.read().strip()


class Refusal(Exception):
    """An answer that is an error."""

    def __init__(self, status, text, name="InvalidRequest", headers=None):
        super().__init__(text)
        self.status, self.text, self.name, self.headers = status, text, name, headers or {}


def require(holds, text, status=400):
    if not holds:
        raise Refusal(status, text)


# ---- Mastodon ---------------------------------------------------------------


def form_parts(headers, body):
    head = f"Content-Type: {headers['Content-Type']}\r\n\r\n".encode()
    message = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(head + body)
    require(message.is_multipart(), "not a form", 422)
    return {part.get_param("name", header="content-disposition"): part
            for part in message.iter_parts()}


def sent_kind(data):
    """The type of a picture, by its first bytes."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    return "image/webp" if data[8:12] == b"WEBP" else "unknown"


def letters(text):
    """As Mastodon counts them: an accent is part of its letter."""
    return sum(not unicodedata.combining(letter) for letter in text)


def attachment(case, ident):
    entry = case.media[ident]
    shown = {"id": ident, "type": "image", "description": entry["alt"], "url": None}
    if entry["ready"]:
        shown["url"] = "https://files.example/" + ident + ".png"
    return shown


def mastodon_media(case, request, fault):
    parts = form_parts(request.headers, request.body)
    require(set(parts) == {"file", "description"}, "the form lacks or has too much", 422)
    require(parts["file"].get_filename(), "no file name", 422)
    alt = parts["description"].get_payload(decode=True).decode("utf-8")
    require(len(alt) <= MOST_ALT, "description too long", 422)
    picture = parts["file"].get_payload(decode=True)
    require(parts["file"].get_content_type() == sent_kind(picture), "not a picture", 422)
    if fault == "media-small":
        require(len(picture) <= 1_000_000,
                "Validation failed: File file size must be less than 977 KB", 422)
    case.keep("picture", picture)
    case.keep("alt", alt.encode())
    ident = "1" + str(len(case.media)) + "0987654321.png"  # snac2 has ids with a dot
    case.media[ident] = {"alt": alt, "ready": not fault.startswith("poll-"), "polls": 0}
    return 200 if case.media[ident]["ready"] else 202, attachment(case, ident)


def mastodon_poll(case, request, fault):
    ident = request.route.rsplit("/", 1)[1]
    require(ident in case.media, "Record not found", 404)
    entry = case.media[ident]
    entry["polls"] += 1
    wanted = {"poll-third": 3, "poll-null": 2, "poll-never": 1 << 30}.get(fault, 1)
    entry["ready"] = entry["polls"] >= wanted
    shown = attachment(case, ident)
    if fault == "poll-foreign":
        shown["id"] = "77"
    return 200 if entry["ready"] or fault == "poll-null" else 206, shown


def mastodon_status(case, request, _fault):
    key = request.headers["Idempotency-Key"]
    wish = json.loads(request.body)
    require(1 <= letters(wish["status"]) <= 500, "Validation failed: Text limit", 422)
    require(wish["visibility"] in ("public", "unlisted", "private", "direct"), "visibility", 422)
    for ident in wish["media_ids"]:
        require(ident in case.media and case.media[ident]["ready"],
                "Cannot attach files that have not finished processing.", 422)
    if key is None or key not in case.keys:
        ident = "11" + str(len(case.keys)) + "222"
        url = "https://social.example/@bot/" + ident
        case.keys[key or os.urandom(8)] = {"id": ident, "url": url}
        case.keep("post", request.body)
        case.posted(url)
        return 200, {"id": ident, "url": url}
    return 200, case.keys[key]


# ---- Bluesky ----------------------------------------------------------------


def bluesky_session(_case, request, _fault):
    wish = json.loads(request.body)
    if wish != {"identifier": HANDLE, "password": secret("password")}:
        raise Refusal(401, "Invalid identifier or password", "AuthenticationRequired")
    return 200, {"accessJwt": ACCESS, "refreshJwt": "unused", "handle": HANDLE, "did": DID}


def bluesky_blob(case, request, _fault):
    kind = request.headers["Content-Type"]
    require(kind == sent_kind(request.body), "Wrong mimetype")
    if len(request.body) > MOST_UPLOAD:
        raise Refusal(413, "request entity too large", "PayloadTooLarge")
    case.keep("picture", request.body)
    link = "bafkrei" + hashlib.sha256(request.body).hexdigest()[:52]
    case.blobs[link] = len(request.body)
    return 200, {"blob": {"$type": "blob", "ref": {"$link": link}, "mimeType": kind,
                          "size": len(request.body)}}


def tid_time(key):
    number = 0
    for letter in key:
        number = number * 32 + TID_LETTERS.index(letter)
    moment = datetime.datetime.fromtimestamp((number >> 10) / 1e6, datetime.timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def require_facets(record):
    """Places in bytes at which letters begin, and what is said of them."""
    text = record["text"]
    data = text.encode()
    require("facets" not in record or record["facets"], "facets")
    for facet in record.get("facets", []):
        begin, end = facet["index"]["byteStart"], facet["index"]["byteEnd"]
        require(0 <= begin < end <= len(data), "index")
        [feature] = facet["features"]
        try:
            named = data[begin:end].decode()
        except UnicodeDecodeError as why:
            raise Refusal(400, "index within a letter") from why
        require(feature in ({"$type": "app.bsky.richtext.facet#link", "uri": named},
                            {"$type": "app.bsky.richtext.facet#tag", "tag": named[1:]}), "feature")
        require(letters(named) <= 65 or "uri" in feature, "tag")


def bluesky_record(case, request, fault):
    wish = json.loads(request.body)
    record, key = wish["record"], wish["rkey"]
    require(wish["repo"] == DID and wish["collection"] == "app.bsky.feed.post", "repo")
    require(re.fullmatch("[234567a-j][234567a-z]{12}", key), "Record key must be a TID")
    require(record["$type"] == "app.bsky.feed.post", "$type")
    require(set(record) <= {"$type", "text", "langs", "createdAt", "facets", "embed"}, "record")
    require(len(record["text"].encode()) <= 3000, "text too long")
    require_facets(record)
    require(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", record["createdAt"]), "createdAt")
    require(record["embed"]["$type"] == "app.bsky.embed.images", "embed")
    [image] = record["embed"]["images"]
    require(image["image"]["$type"] == "blob", "blob")
    require(case.blobs.get(image["image"]["ref"]["$link"]) == image["image"]["size"],
            "Could not find blob")
    require(set(image) == {"alt", "image", "aspectRatio"} and image["alt"], "image")
    most = MOST_BLOB.get(fault, MOST_BLOB_NOW)
    require(image["image"]["size"] <= most, "Invalid app.bsky.feed.post record: blob too big "
            f"(maximum {most}, got {image['image']['size']})")
    require(all(isinstance(image["aspectRatio"][side], int) and image["aspectRatio"][side] > 0
                for side in ("width", "height")), "aspectRatio")
    if key in case.records:
        if fault == "record-exists":
            raise Refusal(400, "Record already exists", "RecordExists")
        raise Refusal(500, "Internal Server Error", "InternalServerError")
    uri = f"at://{DID}/app.bsky.feed.post/{key}"
    case.records[key] = {"uri": uri, "cid": "bafyrei", "value": record}
    case.keep("alt", image["alt"].encode())
    case.keep("post", request.body)
    case.keep("time", (tid_time(key) + "\n").encode())
    case.posted(uri)
    return 200, {"uri": uri, "cid": "bafyrei"}


def bluesky_look(case, request, _fault):
    query = dict(urllib.parse.parse_qsl(request.query))
    require(query["repo"] == DID and query["collection"] == "app.bsky.feed.post", "repo")
    if query["rkey"] not in case.records:
        raise Refusal(400, "Could not locate record", "RecordNotFound")
    return 200, case.records[query["rkey"]]


# ---- Matrix -----------------------------------------------------------------


def matrix_upload(case, request, fault):
    require(request.headers["Content-Type"] == sent_kind(request.body), "not a picture")
    if fault == "upload-small":
        require(len(request.body) <= 1_000_000, "Upload request body is too large", 413)
    case.keep("picture", request.body)
    uri = "mxc://social.example/picture" + str(len(case.blobs))
    case.blobs[uri] = len(request.body)
    return 200, {"content_uri": uri}


def matrix_send(case, request, _fault):
    wish = json.loads(request.body)
    require(case.blobs.get(wish["url"]) == wish["info"]["size"], "no such media")
    require(wish["msgtype"] == "m.image" and len(request.body) <= 65536, "no picture")
    require(wish["filename"].endswith({"image/png": ".png", "image/jpeg": ".jpg"}[
        wish["info"]["mimetype"]]), "another kind of file")
    key = request.route.rsplit("/", 1)[1]
    if key not in case.keys:
        case.keys[key] = "$event-" + str(len(case.keys))
        case.keep("alt", wish["body"].partition("\n\n")[2].encode())
        case.keep("post", request.body)
        case.posted(case.keys[key])
    return 200, {"event_id": case.keys[key]}


# ---- Discord ----------------------------------------------------------------


def discord_hook(case, request, _fault):
    require(request.route.endswith("/" + secret("hook")), "Unknown Webhook", 404)
    return 200, {"guild_id": "11", "channel_id": "22", "token": secret("hook")}


def discord_message(case, request, fault):
    require(request.route.endswith("/" + secret("hook")), "Unknown Webhook", 404)
    require(request.query == "wait=true", "nothing would be answered")
    parts = form_parts(request.headers, request.body)
    require(set(parts) == {"payload_json", "files[0]"}, "the form lacks or has too much")
    post = parts["payload_json"].get_payload(decode=True)
    [file] = json.loads(post)["attachments"]
    require(file["filename"] == parts["files[0]"].get_filename(), "another file")
    picture = parts["files[0]"].get_payload(decode=True)
    require(parts["files[0]"].get_content_type() == sent_kind(picture), "not a picture")
    require(len(json.loads(post)["content"]) <= 2000 and len(file["description"]) <= 1024, "length")
    if fault == "message-small":
        require(len(picture) <= 1_000_000, "Request entity too large", 413)
    case.keep("picture", picture)
    case.keep("alt", file["description"].encode())
    case.keep("post", post)
    case.posted("33")
    return 200, {"id": "33", "channel_id": "22"}


STEPS = [
    ("POST", r"/_matrix/media/v3/upload", "upload", matrix_upload, "token"),
    ("PUT", r"/_matrix/client/v3/rooms/(?:%21|!)[^/]+/send/m\.room\.message/[^/]+", "send", matrix_send,
     "token"),
    ("GET", r"/api/webhooks/[^/]+/[^/]+", "webhook", discord_hook, None),
    ("POST", r"/api/webhooks/[^/]+/[^/]+", "message", discord_message, None),
    ("POST", r"/api/v2/media", "media", mastodon_media, "token"),
    ("GET", r"/api/v1/media/[0-9.a-z]+", "poll", mastodon_poll, "token"),
    ("POST", r"/api/v1/statuses", "status", mastodon_status, "token"),
    ("POST", r"/xrpc/com\.atproto\.server\.createSession", "session", bluesky_session, None),
    ("POST", r"/xrpc/com\.atproto\.repo\.uploadBlob", "blob", bluesky_blob, "session"),
    ("POST", r"/xrpc/com\.atproto\.repo\.createRecord", "record", bluesky_record, "session"),
    ("GET", r"/xrpc/com\.atproto\.repo\.getRecord", "look", bluesky_look, "session"),
]


# ---- faults -----------------------------------------------------------------


def limited(kind, count):
    """429: once, with the time of return told in each way there is; or for good."""
    now = datetime.datetime.now(datetime.timezone.utc)
    soon = now + datetime.timedelta(seconds=2)
    ways = {
        "429": {"Retry-After": "1"},
        "429date": {"Retry-After": email.utils.format_datetime(soon, usegmt=True)},
        "429reset": {"X-RateLimit-Reset": soon.strftime("%Y-%m-%dT%H:%M:%S.%fZ")},
        "429epoch": {"RateLimit-Reset": str(int(soon.timestamp()))},
        "429long": {"Retry-After": "3600"},
        "429junk": {"Retry-After": "soon; rm -rf /"},
        "429bare": {},
    }
    if kind in ways and (count == 1 or kind in ("429long", "429junk", "429bare")):
        raise Refusal(429, "Too many requests", "RateLimitExceeded", ways[kind])


def refuse_by_fault(kind, count, sent):
    limited(kind, count)
    if kind == "422twice" and count <= 2:
        raise Refusal(422, "Cannot attach files that have not finished processing.")
    if kind in ("400", "401", "403", "404", "408", "409", "413", "422", "500", "503"):
        text = "you sent " + sent + " " + HOSTILE
        raise Refusal(int(kind), text, NAMES.get(kind, "InvalidRequest"))


RAW = {
    "garbage": ("application/json", b'{"id": "1", "url": \x00\xff\x1b[2J'),
    "html": ("text/html", b"<!DOCTYPE html><title>Just a moment...</title>"),
    "empty": ("application/json", b""),
    "list": ("application/json", b'["id", "url", "did", "uri", "blob"]'),
    "hollow": ("application/json", b"{}"),
    "odd": ("application/json", b'{"id": "../1 2", "url": "javascript:1", "did": "x y", "uri": 5,'
            b' "handle": "a/b", "accessJwt": "a\\r\\nHost: b", "blob": "x"}'),
}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, kind, data, headers=None, length=None):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data) if length is None else length))
        self.send_header("Connection", "close")
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)
        self.close_connection = True

    def answer_json(self, status, value, headers=None, length=None):
        self.answer(status, "application/json; charset=utf-8", json.dumps(value).encode(),
                    headers, length)

    def note(self, case, step):
        case.requests += 1
        name = f"{case.requests:02}-{step}"
        shown = {"method": self.command, "path": self.path, "headers": list(self.headers.items())}
        case.keep(name + ".json", json.dumps(shown).encode())
        case.keep(name + ".body", self.body)

    def hang_up(self):
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def flood(self):
        """An answer of unsaid length, which never ends."""
        self.close_connection = True
        self.send_response(200)
        self.end_headers()
        while True:
            self.wfile.write(b"x" * (1 << 16))

    def broken(self, kind):
        """An answer that is none; whether that was the fault."""
        if kind == "slow":
            time.sleep(20)
            self.hang_up()
        elif kind == "close":
            self.hang_up()
        elif kind == "drop":
            self.answer(200, "application/json", b'{"id": "1", "url": "https://x', length=5000)
            self.hang_up()
        elif kind == "huge":
            self.answer(200, "application/json", b"x" * (8 << 20))
        elif kind == "flood":
            self.flood()
        elif kind in RAW:
            self.answer(200, *RAW[kind])
        elif kind in ("301", "302", "307", "308"):
            place = f"http://127.0.0.1:{elsewhere.server_port}{self.path}"
            self.answer(int(kind), "text/html", b"moved", {"Location": place})
        else:
            return False
        return True

    def serve(self):
        self.body = self.rfile.read(int(self.headers["Content-Length"] or 0))
        if self.server is elsewhere:
            self.note(cases.setdefault("elsewhere", Case("elsewhere")), "any")
            return self.answer_json(200, {"id": "1", "url": "https://evil.example/1"})
        name, fault, self.route = self.path[1:].split("/", 2)
        self.route, _, self.query = ("/" + self.route).partition("?")
        with lock:
            case = cases.setdefault(name, Case(name))
            known = [entry for entry in STEPS
                     if entry[0] == self.command and re.fullmatch(entry[1], self.route)]
            step, work, key = known[0][2:] if known else ("unknown", None, None)
            self.note(case, step)
            case.steps[step] = case.steps.get(step, 0) + 1
            count = case.steps[step]
        kind = fault.partition("-")[2] if fault.startswith(step + "-") else ""
        try:
            if self.broken(kind):
                return None
            require(known, "no such call", 404)
            alone = secret("hook" if self.route.startswith("/api/webhooks") else "password")
            refuse_by_fault(kind, count, self.headers["Authorization"] or alone)
            wanted = {"token": secret("token"), "session": ACCESS}.get(key)
            if key and self.headers.get_all("Authorization") != ["Bearer " + wanted]:
                raise Refusal(401, "The access token is invalid", "InvalidToken")
            with lock:
                status, value = work(case, self, fault)
            # The work is done, and the answer gets lost.
            return self.answer_json(status, value, length=5000 if kind == "lost" else None)
        except Refusal as why:
            value = {"error": why.text}
            if self.route.startswith("/xrpc"):
                value = {"error": why.name, "message": why.text}
            return self.answer_json(why.status, value, why.headers)
        except OSError:
            return None  # a client that has heard enough
        except (KeyError, ValueError, TypeError, IndexError) as why:
            return self.answer_json(400, {"error": "malformed: " + repr(why)})

    do_GET = do_POST = do_PUT = serve


main, elsewhere = (http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) for _ in range(2))
threading.Thread(target=elsewhere.serve_forever, daemon=True).start()
with open(os.path.join(FOLDER, "ports.new"), "w", encoding="ascii") as ports:
    ports.write(f"{main.server_port} {elsewhere.server_port}\n")
os.rename(os.path.join(FOLDER, "ports.new"), os.path.join(FOLDER, "ports"))
main.serve_forever()
