"""trace_drive.py PAGE.html [SCREENSHOT.png] - plays a user of a trace in headless Chromium.

Buttons and keys, the console, and that the page asks for nothing: one line for what does not hold,
and then exit 1.
"""
import pathlib
import sys
import tempfile

from preview_drive import FAILED, Browser, holds  # noqa: E402

NOW = ("[...document.querySelectorAll('li')].findIndex("
       "li => getComputedStyle(li).display !== 'none')")
SET = ("[...document.querySelectorAll('svg g[class^=s]')].filter("
       "cell => getComputedStyle(cell).visibility === 'visible').length")
MARKED = ("[...document.querySelectorAll('svg g[class^=m]')].filter("
          "marks => marks.getAttribute('visibility') === 'visible').map(marks => marks.classList[0])")


def off(browser, name):
    return browser.ask(f"document.getElementById('{name}').disabled")


def check(browser):
    last = browser.ask("document.querySelectorAll('li').length") - 1

    def press(name):
        browser.ask(f"document.getElementById('{name}').click()")
        browser.wait(0.02)
        return browser.ask(NOW)

    holds("it begins with the corners", browser.ask(NOW) == 0 and browser.ask(SET) in (4, 16))
    holds("before them there is nothing", off(browser, "back") and press("back") == 0)
    cells = browser.ask(SET)
    for step in range(1, last + 1):
        holds(f"next is step {step}", press("next") == step)
        more = browser.ask(SET)
        holds(f"step {step} sets cells", more > cells, (cells, more))
        cells = more
        holds("and marks them alone", set(browser.ask(MARKED)) == {f"m{step}"},
              browser.ask(MARKED))
    holds("the last sets all",
          cells == browser.ask("document.querySelectorAll('svg g[class^=s]').length"))
    holds("after it there is nothing", off(browser, "next"))
    holds("back goes back", press("back") == last - 1)
    browser.key("Home")
    holds("Home is the first", browser.ask(NOW) == 0)
    browser.key("End")
    holds("End is the last", browser.ask(NOW) == last)
    browser.key("ArrowLeft")
    holds("left goes back", browser.ask(NOW) == last - 1)
    browser.key("ArrowRight")
    holds("right goes on", browser.ask(NOW) == last)
    holds("play begins again at the end", press("play") == 0)
    holds("it can be paused", off(browser, "play") and not off(browser, "pause"))
    browser.wait(1.4)
    holds("it plays", browser.ask(NOW) == 1, browser.ask(NOW))
    press("pause")
    browser.wait(1.4)
    holds("and pauses", browser.ask(NOW) == 1 and off(browser, "pause"))
    browser.key(" ")
    browser.wait(1.4)
    holds("space plays", browser.ask(NOW) == 2, browser.ask(NOW))
    browser.key(" ")
    browser.wait(1.4)
    holds("and pauses, too", browser.ask(NOW) == 2, browser.ask(NOW))
    browser.ask("place.value = 1, place.dispatchEvent(new Event('input'))")
    holds("the slider goes to a step", browser.ask(NOW) == 1)


page = pathlib.Path(sys.argv[1]).resolve().as_uri()
with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
    browser = Browser(folder)
    try:
        browser.open(page)
        check(browser)
        if len(sys.argv) > 2:
            browser.key("End")
            browser.key("ArrowLeft")
            browser.screenshot(sys.argv[2])
        asked = [url for url in browser.requests
                 if url not in (page[:80], "about:blank") and not url.startswith("data:")]
        holds("it asks for nothing", asked == [], asked)
        holds("the console is clean", browser.complaints == [], browser.complaints)
    finally:
        browser.close()
sys.exit(1 if FAILED else 0)
