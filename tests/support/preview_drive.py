"""preview_drive.py PAGE.html [SCREENSHOT.png] - plays a user of a preview in headless Chromium.

Speaks the DevTools protocol over the pipe of --remote-debugging-pipe: messages of JSON, each
ended by a NUL.  Prints one line for what does not hold and exits 1; the page may be one of
layers or one of frames.
"""
import base64
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

WIDTH, HEIGHT = 1000, 613  # no whole multiple of a picture
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


class Browser:
    """A Chromium with one page; keeps what the page asked for and complained about."""

    def __init__(self, folder):
        to_browser, self.writing = os.pipe()
        self.reading, from_browser = os.pipe()

        def pipes():  # the browser reads from 3 and writes to 4
            low, high = os.dup(to_browser), os.dup(from_browser)
            os.dup2(low, 3)
            os.dup2(high, 4)

        program = next(name for name in PROGRAMS
                       if subprocess.run(["which", name], capture_output=True).returncode == 0)
        arguments = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
                     "--disable-background-networking", "--remote-debugging-pipe",
                     f"--user-data-dir={folder}", f"--window-size={WIDTH},{HEIGHT}", "about:blank"]
        self.process = subprocess.Popen([program] + arguments, preexec_fn=pipes, close_fds=False,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.held, self.number, self.session = b"", 0, None
        self.requests, self.complaints = [], []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        self.call("Emulation.setDeviceMetricsOverride", width=WIDTH, height=HEIGHT,
                  deviceScaleFactor=1, mobile=False)

    def receive(self):
        while b"\0" not in self.held:
            more = os.read(self.reading, 1 << 20)
            if not more:
                raise RuntimeError("the browser has gone")
            self.held += more
        message, self.held = self.held.split(b"\0", 1)
        return json.loads(message)

    def note(self, message):
        method, about = message.get("method"), message.get("params", {})
        if method == "Network.requestWillBeSent":
            self.requests.append(about["request"]["url"][:80])
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(about["exceptionDetails"].get("text"))
        elif method == "Runtime.consoleAPICalled":
            self.complaints.append(str(about["args"]))
        elif method == "Log.entryAdded":
            self.complaints.append(about["entry"]["text"])

    def call(self, method, **about):
        self.number += 1
        message = {"id": self.number, "method": method, "params": about}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.writing, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.note(answer)

    def ask(self, script):
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def open(self, page):
        self.call("Page.navigate", url=page)
        while self.ask("document.readyState") != "complete":
            time.sleep(0.05)
        self.wait(0.1)

    def wait(self, seconds):
        """Real time, then two frames, so that the page has drawn."""
        self.ask(f"new Promise(done => setTimeout(done, {1000 * seconds})).then(() => new Promise("
                 "done => requestAnimationFrame(() => requestAnimationFrame(() => done(1)))))")

    def key(self, name, seconds=0.0):
        text = {"text": " "} if name == " " else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=name, code=name, **text)
        self.wait(seconds)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=name, code=name)
        self.wait(0.0)

    def drag(self, start, end):
        for kind, x in (("mousePressed", start), ("mouseMoved", (start + end) / 2),
                        ("mouseMoved", end), ("mouseReleased", end)):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=200, button="left", buttons=1,
                      clickCount=1)
        self.wait(0.0)

    def touch(self, start, end):
        for kind, points in (("touchStart", [{"x": start, "y": 200}]),
                             ("touchMove", [{"x": end, "y": 200}]), ("touchEnd", [])):
            self.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)
        self.wait(0.0)

    def reduce_motion(self, value):
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-reduced-motion", "value": value}])

    def screenshot(self, path):
        picture = self.call("Page.captureScreenshot", format="png")["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(picture))

    def close(self):
        self.process.kill()
        self.process.wait()


FAILED = []


def holds(name, is_true, seen=""):
    if not is_true:
        FAILED.append(name)
        print(f"{name}: {seen}")


POSITION = "Number(stage.dataset.x)"
PLANES = ("({x: Number(stage.dataset.x), "
          "scale: parseFloat(stage.firstChild.style.backgroundSize) / data.width, "
          "width: data.width, planes: [...stage.children].map(plane => ["
          "plane.dataset.name, Number(plane.dataset.parallax), "
          "parseFloat(plane.style.backgroundPositionX)])})")


def check_planes(browser, when):
    now = browser.ask(PLANES)
    for name, factor, shown in now["planes"]:
        wanted = -(now["x"] * factor % now["width"]) * now["scale"]
        turn = now["width"] * now["scale"]  # a whole one is none
        off = (wanted - shown + turn / 2) % turn - turn / 2
        holds(f"{when}: {name} is where its factor {factor} says", abs(off) < 0.5, (wanted, shown))
    factors = [factor for _, factor, _ in now["planes"]]
    holds("factors rise from 0", factors[0] == 0 and factors == sorted(factors)
          and factors[-1] > factors[1] > 0, factors)


SIZES = ("Promise.all(data.layers.map(async layer => { const image = new Image(); "
         "image.src = layer.image; await image.decode(); "
         "return [image.naturalWidth, image.naturalHeight]; }))")


def check_layers(browser):
    size = browser.ask("[data.width, data.height]")
    holds("all pictures have its size", all(one == size for one in browser.ask(SIZES)), size)
    holds("which is 960x540 at most", size[0] <= 960 and size[1] <= 540, size)
    before = browser.ask(POSITION)
    browser.wait(0.5)
    holds("it walks by itself", browser.ask(POSITION) > before + 20)
    check_planes(browser, "walking")
    browser.key(" ")
    still = browser.ask(POSITION)
    browser.wait(0.3)
    holds("space pauses", browser.ask(POSITION) == still)
    browser.key("ArrowRight", 0.3)
    right = browser.ask(POSITION)
    holds("the right key goes on", right > still + 50, (still, right))
    browser.key("ArrowLeft", 0.2)
    holds("the left key goes back", browser.ask(POSITION) < right - 30)
    browser.key("Home")
    holds("Home is the start", browser.ask(POSITION) == 0)
    scale = browser.ask(f"{PLANES}.scale")
    holds("the picture is as high as the window", abs(scale - HEIGHT / browser.ask("data.height"))
          < 0.001, scale)
    browser.drag(500, 300)
    holds("dragging pulls the land", abs(browser.ask(POSITION) - 200 / scale) < 1.5,
          browser.ask(POSITION))
    check_planes(browser, "dragged")
    browser.touch(300, 450)
    holds("so does a finger", abs(browser.ask(POSITION) - 50 / scale) < 1.5, browser.ask(POSITION))
    browser.drag(100, 800)
    browser.drag(100, 800)
    check_planes(browser, "left of the start")
    browser.ask("bar.querySelector('button').click()")
    browser.wait(0.3)
    holds("the button lets it walk again", browser.ask(POSITION) > -1400 / scale + 50 / scale)


def check_frames(browser):
    place = "place => bar.querySelector('output').textContent"
    shown = f"({place})() + ' ' + decodeURIComponent(stage.firstChild.src).split('/').pop()"

    def press(name):
        browser.ask(f"[...bar.querySelectorAll('button')].find(b => b.textContent === '{name}')"
                    ".click()")
        browser.wait(0.05)
        return browser.ask(shown)

    first = browser.ask(shown)
    browser.wait(0.5)
    holds("it plays by itself", browser.ask(shown) != first)
    press("Pause")
    browser.key("Home")
    holds("Home is the first", browser.ask(shown).startswith("1 / "), browser.ask(shown))
    second = press("Next")
    holds("next is the second", second.startswith("2 / "), second)
    holds("back is the first", press("Back").startswith("1 / "))
    last = press("Back")
    total = last.split(" / ")[1].split(" ")[0]
    holds("before it is the last", last.startswith(total + " / "), last)
    browser.wait(0.3)
    holds("paused it stays", browser.ask(shown) == last)
    press("Play")
    browser.wait(0.5)
    holds("play goes on", browser.ask(shown) != last)
    holds("pictures are seen", browser.ask("stage.firstChild.naturalWidth") > 0)


def check_calm(browser, page, is_layers):
    browser.reduce_motion("reduce")
    browser.open(page)
    seen = POSITION if is_layers else "bar.querySelector('output').textContent"
    before = browser.ask(seen)
    browser.wait(0.4)
    holds("reduced motion stands still", browser.ask(seen) == before)


def main():
    page = pathlib.Path(sys.argv[1]).resolve().as_uri()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder)
        try:
            browser.reduce_motion("no-preference")
            browser.open(page)
            is_layers = browser.ask("Boolean(data.layers)")
            (check_layers if is_layers else check_frames)(browser)
            if len(sys.argv) > 2:
                browser.screenshot(sys.argv[2])
            check_calm(browser, page, is_layers)
            foreign = [url for url in browser.requests if not url.startswith(("file:", "data:"))]
            if is_layers:
                foreign = [url for url in browser.requests
                           if url != page[:80] and not url.startswith("data:")]
            holds("nothing is asked of a network", not foreign, foreign)
            holds("the console is clean", not browser.complaints, browser.complaints)
        finally:
            browser.close()
    sys.exit(1 if FAILED else 0)


if __name__ == "__main__":
    main()
