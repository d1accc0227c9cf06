"""servers.py PROGRAM FOLDER - the bot and its post scripts against real servers on 127.0.0.1.

FOLDER holds what `make deps-servers` has installed: Bluesky's PDS in two versions, Matrix's
synapse, and snac2, which has Mastodon's API.  Each server gets 20 default pictures in a row, and
what it then shows is compared with the bot's folder.  After that each step of a post fails in each
way that tests/support/fault_proxy.py knows: no post may get lost, none may be made twice.

Prints a line for each thing that holds, a table of the faults, and `N passed, N failed`.
"""
import glob
import hashlib
import hmac
import html
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import typing
import urllib.error
import urllib.parse
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from fault_proxy import Proxy  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
FOLDER = os.path.abspath(sys.argv[2])
COUNT = 20  # default pictures for each server
SLOT_SECONDS = 3 * 3600
FIRST_SLOT = 1795240800  # 2026-11-21T06:00:00Z
START_SECONDS = 120  # that a server may take to listen
SMALL_SIZE = "64x36"  # of pictures that only their posts matter of
KINDS = ("down", "401", "429", "500", "lost")
OUTCOMES = {0: "posted", 69: "nothing sent", 74: "unknown", 78: "nothing sent: set-up"}

os.environ["no_proxy"] = "127.0.0.1,localhost"
scratch = tempfile.mkdtemp(prefix="ridgeline-servers.")
children = []
counts = {True: 0, False: 0}


def verdict(holds, name, *details):
    counts[bool(holds)] += 1
    print(("ok " if holds else "not ok ") + name, flush=True)
    for line in [] if holds else details:
        print("    " + str(line)[:500])
    return holds


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start(name, words, **environment):
    with open(os.path.join(scratch, name + ".log"), "wb") as log:
        children.append(subprocess.Popen(words, stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                                         env={**os.environ, **environment}))
    return children[-1]


def call(url, value=None, token=None, form=None, method=None):
    """An answer as bytes."""
    data = json.dumps(value).encode() if value is not None else None
    data = urllib.parse.urlencode(form).encode() if form else data
    request = urllib.request.Request(url, data, method=method)
    if value is not None:
        request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", "Bearer " + token)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read()


def ask(*words, **more):
    return json.loads(call(*words, **more))


def wait_for(url):
    """Waits until a server answers, or ends the test."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        try:
            return call(url)
        except urllib.error.HTTPError as why:
            return why.read()
        except OSError:
            time.sleep(0.2)
    raise OSError(url + ": no answer")


# ---- the servers ------------------------------------------------------------


class Post(typing.NamedTuple):
    """What a server shows."""
    text: str
    alt: str
    kind: str  # of the picture
    fetch: typing.Callable[[], bytes]
    size: list | None = None  # width and height, where the post has them
    length: int | None = None  # bytes, where the post has them


class Server:
    """What the test has to know of a server.  `steps` are in the order of a post, the last one
    publishes; `base` is the address without a proxy."""
    script = name = version = ""
    steps = ()
    text = "{title}"
    resends_by_key = True  # --retry of a post that is there makes no second one
    asks = False  # the script asks whether the post is there
    most = 1 << 30  # bytes of a picture

    def __init__(self):
        self.port, self.entry = free_port(), free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.folder = os.path.join(scratch, self.name)
        os.makedirs(self.folder)
        self.start()

    def secret(self, text):
        self.token = os.path.join(self.folder, "token")
        with open(self.token, "w", encoding="ascii") as file:
            file.write(text + "\n")

    def start(self):
        raise NotImplementedError

    def settings(self, url):
        """The script's variables."""
        raise NotImplementedError

    def posts(self):
        """A Post for each."""
        raise NotImplementedError


class Bluesky(Server):
    script = "post-bluesky.sh"
    steps = (("session", "POST", "createSession"), ("blob", "POST", "uploadBlob"),
             ("record", "POST", "createRecord"))
    text = "{title} #ridge https://example.org/\u00e9"
    asks = True
    handle = "ridge.test"
    password = "pass-word-1"

    def __init__(self, version, most):
        self.version, self.most = version, most
        self.name = "Bluesky PDS " + version
        super().__init__()

    def start(self):
        directory = free_port()
        start("directory", [sys.executable, str(ROOT / "tests/support/did_directory.py"), str(directory)])
        os.makedirs(self.folder + "/blobs")
        start(self.name, [FOLDER + "/node/bin/node", str(ROOT / "tests/support/pds.mjs"),
                          f"{FOLDER}/pds-{self.version}"],
              PDS_PORT=str(self.port), PDS_HOSTNAME="localhost", PDS_DATA_DIRECTORY=self.folder,
              PDS_BLOBSTORE_DISK_LOCATION=self.folder + "/blobs", PDS_DEV_MODE="true",
              PDS_DID_PLC_URL=f"http://127.0.0.1:{directory}", PDS_JWT_SECRET="0123456789abcdef" * 2,
              PDS_ADMIN_PASSWORD="admin", PDS_INVITE_REQUIRED="false",
              PDS_PLC_ROTATION_KEY_K256_PRIVATE_KEY_HEX="1" * 64, LOG_ENABLED="true", LOG_LEVEL="error")
        wait_for(self.base + "/xrpc/_health")
        account = ask(self.base + "/xrpc/com.atproto.server.createAccount", {
            "email": "a@example.org", "handle": self.handle, "password": self.password})
        self.did = account["did"]
        self.secret(self.password)

    def settings(self, url):
        return {"BLUESKY_URL": url, "BLUESKY_HANDLE": self.handle}

    def records(self, collection):
        found, cursor = [], ""
        while True:
            page = ask(f"{self.base}/xrpc/com.atproto.repo.listRecords?repo={self.did}"
                       f"&collection={collection}&limit=100{cursor}")
            found += page["records"]
            if not page["records"] or "cursor" not in page:
                return [record["value"] for record in found]
            cursor = "&cursor=" + page["cursor"]

    def posts(self):
        shown = []
        for record in self.records("app.bsky.feed.post"):
            [image] = record["embed"]["images"]
            blob, ratio = image["image"], image["aspectRatio"]
            address = (f"{self.base}/xrpc/com.atproto.sync.getBlob?did={self.did}"
                       f"&cid={blob['ref']['$link']}")
            shown.append(Post(record["text"], image["alt"], blob["mimeType"],
                              lambda address=address: call(address),
                              [ratio["width"], ratio["height"]], blob["size"]))
        return shown

    def extra(self):
        """Facets of the posts, and the label of the account."""
        right = 0
        for record in self.records("app.bsky.feed.post"):
            data = record["text"].encode()
            named = [data[facet["index"]["byteStart"]:facet["index"]["byteEnd"]].decode()
                     for facet in record.get("facets", [])]
            right += named == ["https://example.org/\u00e9", "#ridge"]
        verdict(right == COUNT, f"{self.name}: {right} of {COUNT} posts have links and tags as facets")
        for _ in range(2):
            label = subprocess.run([ROOT / "samples/bot/post-bluesky.sh", "--label"], check=False,
                                   capture_output=True, env={
                **os.environ, **self.settings(self.base), "RIDGELINE_TOKEN_FILE": self.token})
            verdict(label.returncode == 0, f"{self.name}: --label", label.stderr)
        [profile] = self.records("app.bsky.actor.profile")
        verdict(profile["labels"] == {"$type": "com.atproto.label.defs#selfLabels",
                                      "values": [{"val": "bot"}]},
                f"{self.name}: the account is labelled as a bot, once", profile)


def debian(*words):
    """A program of the folder with Debian's packages, by the loader and the libraries there."""
    root = FOLDER + "/debian/root"
    loader = glob.glob(root + "/usr/lib*/ld-linux-*.so.*") + glob.glob(root + "/usr/lib/*/ld-linux-*.so.*")
    libraries = os.path.dirname(glob.glob(root + "/usr/lib/*-linux-gnu*/libc.so.6")[0])
    return [loader[0], "--library-path", libraries, root + "/usr/bin/" + words[0], *words[1:]]


class Matrix(Server):
    name = "synapse"
    script = "post-matrix.sh"
    steps = (("upload", "POST", "/upload"), ("send", "PUT", "/send/"))
    most = 1_000_000  # by our settings, so that larger pictures are refused

    def start(self):
        config = self.folder + "/homeserver.yaml"
        log = {"version": 1, "handlers": {"console": {"class": "logging.StreamHandler"}},
               "root": {"level": "WARNING", "handlers": ["console"]}}
        quick = {"per_second": 1000, "burst_count": 1000}
        # YAML takes JSON.
        pathlib.Path(self.folder + "/log.yaml").write_text(json.dumps(log), encoding="utf-8")
        pathlib.Path(config).write_text(json.dumps({
            "server_name": "matrix.test", "pid_file": self.folder + "/pid",
            "listeners": [{"port": self.port, "type": "http", "bind_addresses": ["127.0.0.1"],
                           "resources": [{"names": ["client"], "compress": False}]}],
            "database": {"name": "sqlite3", "args": {"database": self.folder + "/home.db"}},
            "media_store_path": self.folder + "/media", "signing_key_path": self.folder + "/key",
            "registration_shared_secret": "shared", "macaroon_secret_key": "macaroon",
            "report_stats": False, "trusted_key_servers": [], "suppress_key_server_warning": True,
            "max_upload_size": self.most, "rc_message": quick, "log_config": self.folder + "/log.yaml",
        }), encoding="utf-8")
        words = debian("python3", "-m", "synapse.app.homeserver", "--config-path", config)
        home = {"PYTHONHOME": FOLDER + "/debian/root/usr"}
        subprocess.run([*words, "--generate-keys"], check=True, capture_output=True,
                       env={**os.environ, **home})
        start(self.name, words, **home)
        wait_for(self.base + "/_matrix/client/versions")
        self.version = ask(self.base + "/_synapse/admin/v1/server_version")["server_version"].split()[0]
        register = self.base + "/_synapse/admin/v1/register"
        nonce = ask(register)["nonce"]
        proof = hmac.new(b"shared", "\0".join((nonce, "bot", "pass", "notadmin")).encode(), hashlib.sha1)
        self.access = ask(register, {"nonce": nonce, "username": "bot", "password": "pass",
                                     "admin": False, "mac": proof.hexdigest()})["access_token"]
        self.room = ask(self.base + "/_matrix/client/v3/createRoom", {}, self.access)["room_id"]
        self.secret(self.access)

    def settings(self, url):
        return {"MATRIX_URL": url, "MATRIX_ROOM": self.room}

    def posts(self):
        events, begin = [], ""
        while True:
            page = ask(f"{self.base}/_matrix/client/v3/rooms/{self.room}/messages?dir=b&limit=100{begin}",
                       token=self.access)
            events += [event["content"] for event in page["chunk"] if event["type"] == "m.room.message"]
            if "end" not in page:
                break
            begin = "&from=" + page["end"]
        shown = []
        for event in events:
            text, _, alt = event["body"].partition("\n\n")
            info = event["info"]
            address = self.base + "/_matrix/client/v1/media/download/" + event["url"][len("mxc://"):]
            shown.append(Post(text, alt, info["mimetype"],
                              lambda address=address: call(address, token=self.access),
                              [info["w"], info["h"]], info["size"]))
        return shown


class Mastodon(Server):
    name = "snac2"
    script = "post-mastodon.sh"
    steps = (("media", "POST", "/api/v2/media"), ("status", "POST", "/api/v1/statuses"))
    resends_by_key = False

    def start(self):
        data = self.folder + "/data"
        subprocess.run(debian("snac", "init", data), check=True, capture_output=True, text=True,
                       input=f"127.0.0.1\n{self.port}\nlocalhost:{self.port}\n\n\n")
        settings = json.loads(pathlib.Path(data + "/server.json").read_text(encoding="utf-8"))
        settings["protocol"] = "http"
        pathlib.Path(data + "/server.json").write_text(json.dumps(settings), encoding="utf-8")
        made = subprocess.run(debian("snac", "adduser", data, "bot"), check=True, capture_output=True,
                              text=True, stdin=subprocess.DEVNULL)
        password = re.search("password is (.*)", made.stdout + made.stderr)[1]
        start(self.name, debian("snac", "httpd", data))
        self.version = json.loads(wait_for(self.base + "/nodeinfo_2_0"))["software"]["version"]
        self.access = call(self.base + "/oauth/x-snac-get-token",
                           form={"login": "bot", "passwd": password}).decode()
        self.secret(self.access)

    def settings(self, url):
        return {"MASTODON_URL": url}

    def posts(self):
        account = ask(self.base + "/api/v1/accounts/verify_credentials", token=self.access)["id"]
        statuses, before = {}, ""
        while True:
            page = ask(f"{self.base}/api/v1/accounts/{account}/statuses?limit=20{before}", token=self.access)
            fresh = {status["id"]: status for status in page if status["id"] not in statuses}
            if not fresh:
                break
            statuses |= fresh
            before = "&max_id=" + page[-1]["id"]
        shown = []
        for status in statuses.values():
            [media] = status["media_attachments"]
            text = html.unescape(re.sub("<[^>]*>", "", status["content"]))
            kind = "image/png" if media["url"].endswith(".png") else "image/jpeg"
            address = media["url"].replace("localhost", "127.0.0.1")
            shown.append(Post(text, media["description"], kind, lambda address=address: call(address)))
        return shown


# ---- the bot ----------------------------------------------------------------


def bot(server, folder, slot, *words):
    """A run of the bot in a slot, by its number; its exit code and what it said."""
    run = subprocess.run(
        [PROGRAM, "bot", "-q", "-o", folder, "--name", "ridge", "--every", "3h",
         "--now", f"@{FIRST_SLOT + SLOT_SECONDS * slot}", "--post", ROOT / "samples/bot" / server.script,
         *words], check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL,
        env={**os.environ, **server.settings(f"http://127.0.0.1:{server.entry}"), "RIDGELINE_CONFIG": "",
             "RIDGELINE_TEXT": server.text, "RIDGELINE_TOKEN_FILE": server.token})
    return run.returncode, run.stderr.strip()


def scene_of(path):
    return subprocess.run([PROGRAM, path, "-f", "scene", "-o", "-"], check=False,
                          capture_output=True).stdout


def same_picture(server, shown, png, size):
    """What the server shows is the bot's file, or a smaller JPEG of the same scene."""
    picture = shown.fetch()
    data = pathlib.Path(png).read_bytes()
    if shown.size not in (None, size) or shown.length not in (None, len(picture)):
        return False
    if len(data) <= server.most:
        return shown.kind == "image/png" and picture == data
    path = os.path.join(scratch, "shown.jpg")
    pathlib.Path(path).write_bytes(picture)
    return (shown.kind == "image/jpeg" and picture.startswith(b"\xff\xd8") and len(picture) <= server.most
            and scene_of(path) == scene_of(png) != b"")


def twenty(server):
    """The default pictures, all posted and all as they are in the bot's folder."""
    folder = os.path.join(server.folder, "bot")
    proxy = Proxy(server.entry, server.port, server.steps)
    said = [bot(server, folder, 0), bot(server, folder, COUNT - 1, "--catch-up", str(COUNT - 1))]
    proxy.close()
    verdict([code for code, _ in said] == [0, 0], f"{server.name}: a bot of {COUNT} slots", said)
    posts = server.posts()
    shown = {post.text: post for post in posts}
    right, jpegs = 0, sum(post.kind == "image/jpeg" for post in posts)
    for path in glob.glob(folder + "/2*.json"):
        slot = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        post = shown.get(server.text.replace("{title}", slot["title"]))
        alt = pathlib.Path(path[:-len("json")] + "alt.txt").read_text(encoding="utf-8").strip()
        right += (post is not None and post.alt == alt and
                  same_picture(server, post, path[:-len("json")] + "png", [slot["width"], slot["height"]]))
    name = server.name if server.version in server.name else f"{server.name} {server.version}"
    verdict((len(posts), right) == (COUNT, COUNT),
            f"{name}: {len(posts)} posts, {right} of {COUNT} with text, alt text, "
            f"size and type; {len(posts) - jpegs} PNG, {jpegs} JPEG")


def expected(server, step, kind):
    """Exit codes of the run with the fault, the next run, and one with --retry, or None."""
    publishes = step == server.steps[-1][0]
    if kind == "429":
        return 0, 0, None
    if kind == "401":
        return 78, 0, None
    if kind == "down" or not publishes:
        return 69, 0, None
    if server.asks:
        return (69, 0, None) if kind == "500" else (0, 0, None)
    # Unknown: the next run does not post by itself.
    return 74, 74, 0 if kind == "500" or server.resends_by_key else None


def faults(server, rows):
    folder = os.path.join(server.folder, "faulty")
    slot = COUNT + 1
    number = len(server.posts())
    for step, _, _ in server.steps:
        for kind in KINDS:
            before, wanted = number, expected(server, step, kind)
            said = []
            for attempt, words in enumerate(((), (), ("--retry",))):
                if wanted[attempt] is None:
                    continue
                proxy = Proxy(server.entry, server.port, server.steps,
                              *((step, kind) if attempt == 0 else ()))
                said.append(bot(server, folder, slot, "-s", SMALL_SIZE, *words))
                proxy.close()
            number = len(server.posts())
            codes = [code for code, _ in said]
            shown = [OUTCOMES.get(code, str(code)) for code in codes]
            if codes[:2] == [0, 0]:
                shown[1] = "nothing to do"
            rows.append((server.name, step, kind, *shown, *[""] * (3 - len(shown)), f"{number - before}"))
            verdict(codes == [code for code in wanted if code is not None] and number == before + 1,
                    f"{server.name}: {step}, {kind}: one post", codes, number - before, *said)
            for pending in glob.glob(folder + "/*.pending"):
                os.remove(pending)  # as docs/bot.md says, after a look at the account
            slot += 1


def tables(rows):
    head = ("server", "step", "fault", "run", "next run", "--retry", "posts")
    for row in (head, ("---",) * len(head), *rows):
        print("| " + " | ".join(row) + " |")


def main():
    rows = []
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    made = [("Bluesky PDS 0.4", lambda: Bluesky("0.4.217", 1_000_000)),
            ("Bluesky PDS 0.5", lambda: Bluesky("0.5.35", 2_000_000)),
            ("synapse", Matrix), ("snac2", Mastodon)]
    wanted = sys.argv[3:]
    try:
        for name, make in made:
            if wanted and name not in wanted:
                continue
            try:
                server = make()
            except (OSError, IndexError, subprocess.SubprocessError) as why:
                verdict(False, f"{name} runs", why, "make deps-servers installs it")
                continue
            twenty(server)
            if isinstance(server, Bluesky):
                server.extra()
            faults(server, rows)
            while children:
                child = children.pop()
                child.terminate()
                child.wait()
    finally:
        for child in children:
            child.terminate()
        shutil.rmtree(scratch, ignore_errors=True)
    tables(rows)
    print(f"{counts[True]} passed, {counts[False]} failed")
    return counts[False] > 0


sys.exit(main())
