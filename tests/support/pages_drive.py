"""pages_drive.py PAGE.html NAME [SCREENSHOTS] - reads a bot's gallery in headless Chromium.

Every picture must lie beside the page.  Looks at it on a desktop and a telephone, by day and
by night, and prints one line for what does not hold.  SCREENSHOTS begins the names of
pictures of what was seen.
"""
import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True  # this is a folder of sources
from preview_drive import FAILED, Browser, holds  # noqa: E402

WINDOWS = {"desktop": (1280, 900), "phone": (390, 844)}
LIGHTS = ("light", "dark")

# A shift before this observer began is in its buffer.
SHIFT = ("new Promise(done => { let sum = 0; new PerformanceObserver(list => { "
         "for (const e of list.getEntries()) sum += e.value; })"
         ".observe({type: 'layout-shift', buffered: true}); setTimeout(() => done(sum), 100); })")

FIGURES = ("[...document.querySelectorAll('figure')].map(f => { "
           "const i = f.querySelector('a > img'), c = f.querySelector('figcaption'); return {"
           "id: f.id, alt: i.alt, shown: i.naturalWidth, wanted: i.width && i.getAttribute('width'),"
           "high: i.getAttribute('height'), opens: i.parentNode.getAttribute('href'), "
           "source: i.getAttribute('src'), loading: i.loading, "
           "words: c.firstChild.textContent.trim(), time: c.querySelector('time').dateTime, "
           "said: c.querySelector('time').textContent, ratio: i.clientWidth / i.clientHeight}; })")

# The contrast of WCAG 2.2 between each text and the page, the least of all.
CONTRAST = ("(() => { const light = rgb => rgb.match(/[\\d.]+/g).slice(0, 3).map(v => v / 255)"
            ".map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)"
            ".reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);"
            "const back = light(getComputedStyle(document.body).backgroundColor);"
            "return Math.min(...[...document.querySelectorAll('h1, h2, a, p, span, figcaption, time')]"
            ".map(e => light(getComputedStyle(e).color)).map(ink => (Math.max(ink, back) + .05) / "
            "(Math.min(ink, back) + .05))); })()")

FOCUS = ("(() => { const s = getComputedStyle(document.activeElement); return ["
         "document.activeElement.getAttribute('href'), s.outlineStyle, parseFloat(s.outlineWidth)]; })()")


def check_look(browser, where, width):
    holds(f"{where}: nothing moves when pictures arrive", browser.ask(SHIFT) < 0.001)
    wide = browser.ask("document.documentElement.scrollWidth")
    holds(f"{where}: no scrolling sideways", wide <= width, wide)
    holds(f"{where}: text stands out", browser.ask(CONTRAST) >= 4.5, browser.ask(CONTRAST))
    browser.ask("scrollTo(0, 0)")
    seen = browser.ask("(r => [r.left, r.right, r.bottom])("
                       "document.querySelector('.newest img').getBoundingClientRect())")
    size = browser.ask("[innerWidth, innerHeight]")
    holds(f"{where}: the newest picture is seen whole",
          0 <= seen[0] < seen[1] <= size[0] and seen[2] <= size[1], (seen, size))


def check_page(browser, name):
    holds("the name is as it was given",
          browser.ask("[document.title, document.querySelector('h1').textContent]") == [name, name],
          browser.ask("document.title"))
    holds("no script", browser.ask("document.scripts.length") == 0)
    holds("standards mode", browser.ask("document.compatMode") == "CSS1Compat")
    figures = browser.ask(FIGURES)
    for at, one in enumerate(figures):
        slot = one["id"]
        holds(f"{slot}: opens and shows its picture",
              one["opens"] == one["source"] == slot + ".png", one)
        holds(f"{slot}: has words", one["alt"] and one["words"] and one["said"], one)
        holds(f"{slot}: its time is that of its name", one["time"].replace("-", "").replace(":", "")
              == slot.replace("Z", "00Z"), one["time"])
        holds(f"{slot}: its shape is known before", one["high"] and
              abs(one["ratio"] / (int(one["wanted"]) / int(one["high"])) - 1) < 0.02, one)
        holds(f"{slot}: waits its turn", one["loading"] == ("lazy" if at else "eager"), one)
    holds("newest first", [f["id"] for f in figures] == sorted((f["id"] for f in figures), reverse=True))
    return figures


def check_laziness(browser, count):
    asked = len({url for url in browser.requests if url.endswith(".png")})
    holds("far pictures are not loaded", count < 60 or asked < count * 2 // 3, (asked, count))
    for _ in range(100):
        if browser.ask("scrollBy(0, innerHeight), scrollY + innerHeight + 1 >= "
                       "document.documentElement.scrollHeight"):
            break
        browser.wait(0.05)
    browser.wait(0.5)
    missing = [f["id"] for f in browser.ask(FIGURES) if not f["shown"]]
    holds("all arrive on the way down", not missing, missing)


def check_keys(browser, count):
    browser.ask("scrollTo(0, 0)")
    reached = []
    for _ in range(min(count, 3) + 1):
        browser.call("Input.dispatchKeyEvent", type="keyDown", key="Tab", code="Tab",
                     windowsVirtualKeyCode=9)
        browser.call("Input.dispatchKeyEvent", type="keyUp", key="Tab", code="Tab",
                     windowsVirtualKeyCode=9)
        href, style, width = browser.ask(FOCUS)
        reached.append(href)
        holds(f"{href}: the focus is seen", style == "solid" and width >= 2, (style, width))
    holds("the tabulator reaches the feed and the pictures",
          reached[0] == "feed.xml" and reached[1].endswith(".png"), reached)


def look_round(browser, page, prefix):
    for window, (width, height) in WINDOWS.items():
        browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                     deviceScaleFactor=1, mobile=window == "phone")
        for light in LIGHTS:
            browser.call("Emulation.setEmulatedMedia",
                         features=[{"name": "prefers-color-scheme", "value": light}])
            browser.open(page)
            check_look(browser, f"{window}, {light}", width)
            if prefix:
                browser.screenshot(f"{prefix}{window}-{light}.png")
                browser.ask("scrollTo(0, innerHeight * .8)")
                browser.wait(0.3)
                browser.screenshot(f"{prefix}{window}-{light}-2.png")


def main():
    path = pathlib.Path(sys.argv[1]).resolve()
    name, prefix = sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder)
        try:
            browser.call("Emulation.setDeviceMetricsOverride", width=1280, height=900,
                         deviceScaleFactor=1, mobile=False)
            browser.open(path.as_uri())
            figures = check_page(browser, name)
            check_laziness(browser, len(figures))
            check_keys(browser, len(figures))
            look_round(browser, path.as_uri(), prefix)
            beside = path.parent.as_uri()[:80]
            foreign = [url for url in browser.requests
                       if not url.startswith((beside, "data:,"))]
            holds("nothing is asked of any other place", not foreign, foreign)
            holds("the console is clean", not browser.complaints, browser.complaints)
        finally:
            browser.close()
    sys.exit(1 if FAILED else 0)


main()
