"""sheet_drive.py PAGE.html [SCREENSHOT.png] - plays a user of a sheet in headless Chromium.

Mouse, keys, filters, the clipboard, a recipe, the console, and that the page asks for nothing: one
line for what does not hold, and then exit 1.
"""
import pathlib
import sys
import tempfile
import time

from preview_drive import FAILED, Browser, holds  # noqa: E402

AT = "[...document.querySelectorAll('li')].indexOf(document.activeElement.closest('li'))"
SAID = "document.getElementById('said').textContent"
SHOWN = "[...document.querySelectorAll('li')].filter(li => li.offsetParent).length"


def click(browser, selector):
    x, y = browser.ask(f"(() => {{ const box = document.querySelector('{selector}')"
                       ".getBoundingClientRect();"
                       " return [box.left + box.width / 2, box.top + box.height / 2] })()")
    for kind in ("mousePressed", "mouseReleased"):
        browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
    browser.wait(0.1)


def choose(browser, name, value):
    browser.ask(f"{name}.value = '{value}'; {name}.dispatchEvent(new Event('change'))")
    browser.wait(0.0)


def check_keys(browser, count):
    browser.ask("document.querySelector('li button').focus()")
    for key, place in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", count - 1),
                       ("ArrowRight", count - 1), ("Home", 0), ("ArrowUp", 0)):
        browser.key(key)
        holds(f"{key} goes to {place}", browser.ask(AT) == place, browser.ask(AT))
    browser.key("ArrowDown")
    columns = browser.ask("getComputedStyle(document.querySelector('ul'))"
                          ".gridTemplateColumns.split(' ').length")
    holds("down is one row on", browser.ask(AT) == columns, (browser.ask(AT), columns))
    browser.key("ArrowUp")
    holds("and up back", browser.ask(AT) == 0, browser.ask(AT))
    holds("one picture is in the order of Tab",
          browser.ask("document.querySelectorAll('button[tabindex=\"0\"]').length") == 1)


def check_choice(browser, folder):
    for index, act in ((1, lambda: click(browser, "li:nth-child(2) button")),
                       (2, lambda: (browser.key("ArrowRight"), press_enter(browser)))):
        act()
        command = browser.ask(f"document.querySelectorAll('code')[{index}].textContent")
        holds(f"picture {index} is a command", command.startswith("ridgeline "), command)
        holds("it is copied", browser.ask("navigator.clipboard.readText()") == command)
        holds("and the page says so", browser.ask(SAID) == "Copied: " + command, browser.ask(SAID))
    browser.key("r")
    name = browser.ask("document.querySelectorAll('a')[2].download")
    for _ in range(50):
        if (folder / name).exists():
            break
        time.sleep(0.1)
    recipe = browser.ask("document.querySelectorAll('li')[2].dataset.recipe")
    holds("the recipe is downloaded", (folder / name).exists()
          and (folder / name).read_text() == recipe, name)


def press_enter(browser):
    for kind in ("keyDown", "keyUp"):
        about = {"text": "\r"} if kind == "keyDown" else {}
        browser.call("Input.dispatchKeyEvent", type=kind, key="Enter", code="Enter",
                     windowsVirtualKeyCode=13, **about)
    browser.wait(0.1)


def check_filters(browser, count):
    moods = browser.ask("[...mood.options].map(option => option.value)")
    worlds = browser.ask("[...world.options].map(option => option.value)")
    holds("filters have names", len(moods) > 1 and len(worlds) > 1, (moods, worlds))
    found = 0
    for value in moods[1:]:
        choose(browser, "mood", value)
        found += browser.ask(SHOWN)
        holds(f"{value} alone", browser.ask("[...document.querySelectorAll('li')].every(li => "
                                            f"!!li.offsetParent === (li.dataset.mood === '{value}'))"))
    holds("each picture has one mood", found == count, found)
    choose(browser, "world", worlds[1])
    both = browser.ask(SHOWN)
    holds("filters go together", both < count)
    holds("their result is said", browser.ask("shown.textContent") == f"{both} of {count} shown")
    choose(browser, "mood", "")
    choose(browser, "world", "")
    holds("all come back", browser.ask(SHOWN) == count)


def check(browser, folder):
    count = browser.ask("document.querySelectorAll('li').length")
    holds("all pictures are there", count > 0 and browser.ask(
        "Promise.all([...document.images].map(image => image.decode()))"
        ".then(all => all.every((_, i) => document.images[i].naturalWidth > 0))"))
    holds("each has an alt text", browser.ask("[...document.images].every(i => i.alt.length > 60)"))
    names = [node["name"]["value"] for node in browser.call("Accessibility.getFullAXTree")["nodes"]
             if node.get("role", {}).get("value") == "button"]
    holds("which is the name of its button", len(names) == count and min(map(len, names)) > 60,
          names[:2])
    check_keys(browser, count)
    check_choice(browser, folder)
    check_filters(browser, count)
    papers = []
    for scheme in ("light", "dark"):
        browser.call("Emulation.setEmulatedMedia",
                     features=[{"name": "prefers-color-scheme", "value": scheme}])
        papers.append(browser.ask("getComputedStyle(document.body).backgroundColor"))
    holds("light and dark", papers[0] != papers[1], papers)
    holds("nothing is wider than the window",
          browser.ask("document.documentElement.scrollWidth <= innerWidth"))
    outside = [url for url in browser.requests if not url.startswith(("file:", "data:", "blob:"))]
    holds("nothing is asked for", outside == [], outside)
    holds("the console is clean", browser.complaints == [], browser.complaints)


def main():
    page = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = pathlib.Path(name)
        browser = Browser(folder / "profile")
        browser.call("Accessibility.enable")
        browser.call("Page.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
        browser.call("Emulation.setFocusEmulationEnabled", enabled=True)
        try:
            browser.open(page.as_uri())
            for permission in ("clipboard-read", "clipboard-write"):
                browser.call("Browser.setPermission", permission={"name": permission},
                             setting="granted")
            check(browser, folder)
            if len(sys.argv) > 2:
                browser.screenshot(sys.argv[2])
        finally:
            browser.close()
    sys.exit(1 if FAILED else 0)


if __name__ == "__main__":
    main()
