#!/usr/bin/env python3
"""Clicks through the pages of ics-web in headless Chromium, with and without JavaScript.

    browser.py PROGRAM FOLDER [NAME]...    FOLDER: for screenshots; NAME: the checks to run
"""
import os, pathlib, re, signal, subprocess, sys, tempfile
from contextlib import contextmanager

from playwright.sync_api import sync_playwright

sys.dont_write_bytecode = True
import fingers, hostile, people, programs, strangers
from checking import DEMO, NOW, PROGRAM, ROOT, SHOTS, check, complain, failed, result


@contextmanager
def server():
    """Starts the program on a store with the bundled calendar, and yields its link and folder."""
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder) / "calendars/studio"
        home.mkdir(parents=True)
        (home / "color").write_text("#2f6fb5\n")
        (home / "displayname").write_text("Studio\n")
        (home / "studio.ics").write_bytes(DEMO.read_bytes())
        environment = dict(os.environ, ICS_NOW=NOW, XDG_STATE_HOME=folder + "/state", HOME=folder)
        process = subprocess.Popen(
            [PROGRAM, "--store", folder + "/calendars", "--no-open", "--yes", "--time-zone", "Europe/Berlin"],
            stdout=subprocess.PIPE, text=True, env=environment)
        try:
            link = process.stdout.readline().strip()
            assert link.startswith("http://127.0.0.1:"), link
            yield link, home, process
        finally:
            Window.close_all()
            process.kill()
            process.wait()


class Window:
    """A browser with a session, in which errors are failures."""

    opened = []

    @classmethod
    def close_all(cls):
        while cls.opened:
            cls.opened.pop().context.close()

    def __init__(self, browser, link, script=True, **options):
        self.context = browser.new_context(java_script_enabled=script, **options)
        self.page = self.context.new_page()
        Window.opened.append(self)
        self.page.on("console", lambda message: message.type in ("error", "warning") and self.complain(message.text))
        self.page.on("pageerror", lambda error: self.complain(str(error)))
        self.page.on("request", lambda request: self.look(request.url))
        self.allowed = False
        self.page.goto(link)
        self.page.wait_for_url("**/month*")
        self.base = self.page.url.rsplit("/", 1)[0] + "/"
        self.origin = "/".join(self.page.url.split("/")[:3])

    def complain(self, text):
        # A form with a mistake returns 422, which Chromium reports.
        if not (self.allowed and "422" in text):
            complain(f"console: {text}")

    def look(self, url):
        # The number of requests depends on how long live updates take.
        if hasattr(self, "origin") and not url.startswith(self.origin):
            complain(f"a request to {url}")

    def go(self, page):
        self.page.goto(self.base + page)

    def titles(self, day):
        """Returns the titles of a day's events."""
        self.go(f"day?date={day}")
        return self.page.locator(".day .what").all_inner_texts()

    def text(self):
        return self.page.inner_text("main")


def add(window, title, date="2026-04-01", **fields):
    window.go(f"new?date={date}")
    page = window.page
    page.get_by_label("Title").fill(title)
    for label, value in fields.get("fill", {}).items():
        page.get_by_label(label, exact=True).fill(value)
    for label, value in fields.get("select", {}).items():
        page.get_by_label(label, exact=True).select_option(value)
    for label in fields.get("check", []):
        page.get_by_label(label, exact=True).check()
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/event?*")


def scenario(window):
    """A new user's steps: create a weekly meeting, move one, rename it from the third on, delete one, and undo."""
    page = window.page
    add(window, "Planning", fill={
        "Start date": "2026-04-01", "Start time": "14:00", "End date": "2026-04-01", "End time": "15:00",
        "Time zone": "Europe/Berlin", "Person 1": "Jane Doe <jane@studio.example>", "Person 2": "joe@studio.example",
    }, select={"Repeats": "weekly", "Alarm 1": "15m"}, check=["Wed"])
    text = window.text()
    for words in ["every Wednesday", "Jane Doe", "joe@studio.example", "15 minutes before", "14:00–15:00"]:
        check(words in text, f"details: {words} in {text!r}")
    check("Planning" in window.titles("2026-04-08"), "the series continues")

    def open_event(day, title):
        window.go(f"day?date={day}")
        page.get_by_role("link", name=re.compile(re.escape(title))).first.click()

    # One occurrence moves.
    open_event("2026-04-08", "Planning")
    page.get_by_role("link", name="Edit").click()
    page.get_by_label("Start date").fill("2026-04-09")
    page.get_by_role("button", name="Save").click()
    check("What will change" in window.text(), "the question lists what will change")
    page.get_by_label("Only this one").check()
    page.get_by_role("button", name="Save").click()
    check("Thursday 9 April 2026, 14:00–15:00" in window.text(), "one occurrence moves")
    # The title changes from the third occurrence onward.
    open_event("2026-04-15", "Planning")
    page.get_by_role("link", name="Edit").click()
    page.get_by_label("Title").fill("Planning, long")
    page.get_by_role("button", name="Save").click()
    page.get_by_label("This one and all that follow").check()
    page.get_by_role("button", name="Save").click()
    check("Planning, long" in window.titles("2026-04-22"), "later occurrences change")
    check("Planning" in window.titles("2026-04-01"), "earlier occurrences are unchanged")
    # One occurrence is deleted, and the deletion is undone.
    open_event("2026-04-22", "Planning, long")
    page.get_by_role("button", name="Delete").click()
    page.get_by_label("Only this one").check()
    page.get_by_role("button", name="Delete").click()
    page.wait_for_url("**/month*")
    check(page.get_by_role("status").count() == 1, "the deletion is reported")
    page.get_by_role("button", name="Undo").click()
    check("Planning, long" in window.titles("2026-04-22"), "the deletion is undone")
    # The whole series changes.
    open_event("2026-04-29", "Planning, long")
    page.get_by_role("link", name="Edit").click()
    page.get_by_label("Location").fill("Room 4")
    page.get_by_role("button", name="Save").click()
    page.get_by_label("The whole series").check()
    page.get_by_role("button", name="Save").click()
    open_event("2026-05-06", "Planning, long")
    check("Room 4" in window.text(), "the whole series changes")
    # A mistake is reported.
    window.allowed = True
    page.get_by_role("link", name="Edit").click()
    page.get_by_label("Time zone", exact=True).fill("Nowhere/Land")
    page.get_by_role("button", name="Save").click()
    check(page.get_by_role("alert").count() == 1, "a mistake is reported")
    check(page.get_by_label("Location").input_value() == "Room 4", "the values are kept")
    window.allowed = False
    # A file is imported.
    window.go("import")
    page.get_by_label("File (.ics)").set_input_files(files=[{
        "name": "lunch.ics", "mimeType": "text/calendar", "buffer": (
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:lunch\r\nDTSTAMP:20260101T000000Z\r\n"
            "DTSTART:20260403T100000Z\r\nSUMMARY:Imported lunch\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n").encode()}])
    page.get_by_role("button", name="Import").click()
    check("added" in window.text(), "a file is imported")
    check("Imported lunch" in window.titles("2026-04-03"), "the imported event is shown")
    # An event moves without dragging.
    open_event("2026-04-03", "Imported lunch")
    page.locator("summary").click()
    page.get_by_label("New day").fill("2026-04-04")
    page.get_by_label("New time").fill("13:30")
    page.get_by_role("button", name="Move").click()
    check("Saturday 4 April 2026, 13:30" in window.text(), f"an event moves without dragging: {window.text()[:200]}")
    # Reminders, calendars and the history.
    window.go("reminders")
    page.get_by_label("Title").fill("Water the plants")
    page.get_by_role("button", name="Add").click()
    page.get_by_role("button", name="Done: Water the plants").click()
    check("Done" in window.text(), "a reminder is completed")
    window.go("calendars")
    page.get_by_label("Name").fill("Pottery")
    page.get_by_role("button", name="Create").click()
    page.get_by_label("Studio").uncheck()
    page.get_by_role("button", name="Apply").click()
    check("Planning" not in window.titles("2026-04-01"), "a calendar is hidden")
    window.go("calendars")
    page.get_by_label("Studio").check()
    page.get_by_role("button", name="Apply").click()
    window.go("history")
    check("Undo" in window.text(), "the history is shown")


def clicked_with_script(browser):
    with server() as (link, _, _):
        scenario(Window(browser, link, viewport={"width": 1280, "height": 900}))


def clicked_without_script(browser):
    with server() as (link, _, _):
        scenario(Window(browser, link, script=False, viewport={"width": 390, "height": 844}))


def keys(browser):
    with server() as (link, _, _):
        window = Window(browser, link)
        page = window.page
        for key, title in [("j", "April 2026"), ("k", "March 2026"), ("k", "February 2026"), ("t", "March 2026")]:
            page.keyboard.press(key)
            page.wait_for_function("title => document.querySelector('h1').textContent === title", arg=title)
        page.keyboard.press("?")
        page.wait_for_url("**/help")
        page.keyboard.press("/")
        page.wait_for_url("**/calendars")
        page.keyboard.press("n")
        page.wait_for_url("**/new*")
        check(page.evaluate("document.activeElement.id") == "title", "the title field has the focus")
        # Using only the keyboard.
        page.keyboard.type("njk?")
        page.keyboard.press("Enter")
        page.wait_for_url("**/event?*")
        check(page.inner_text("h1") == "njk?", "keys pressed in a text field enter text")
        page.keyboard.press("Escape")
        page.wait_for_url("**/month*")
        page.keyboard.press("Tab")
        check(page.evaluate("document.activeElement.className") == "skip", "the first Tab stop skips the navigation")
        page.keyboard.press("Enter")
        check(page.evaluate("document.activeElement.id") == "main", "the skip link leads to the contents")


def dragging(browser):
    with server() as (link, _, _):
        window = Window(browser, link, viewport={"width": 1280, "height": 900})
        page = window.page
        add(window, "Dragged", fill={"Start time": "10:00", "End time": "11:00"})

        def drag(start, end):
            page.mouse.move(*start)
            page.mouse.down()
            page.mouse.move(start[0] + 10, start[1] + 10)
            page.mouse.move(*end, steps=5)
            page.mouse.up()
            page.wait_for_url("**/event?*")

        # In a month, to another day.
        window.go("month?date=2026-04-01")
        box = page.locator(".chip", has_text="Dragged").bounding_box()
        cell = page.locator('td[data-date="2026-04-10"]').bounding_box()
        drag((box["x"] + 40, box["y"] + 8), (cell["x"] + 40, cell["y"] + 60))
        check("Friday 10 April 2026, 10:00–11:00" in window.text(), f"moved by days: {window.text()[:200]}")
        # In a week, to another day and time, and by its edge to another end.
        window.go("week?date=2026-04-10")
        box = page.locator(".block", has_text="Dragged").bounding_box()
        hour = box["height"]
        cell = page.locator('section[data-date="2026-04-08"]').bounding_box()
        drag((box["x"] + 40, box["y"] + 8), (cell["x"] + 40, box["y"] + 8 + 2 * hour))
        check("Wednesday 8 April 2026, 12:00–13:00" in window.text(), f"moved by hours: {window.text()[:200]}")
        window.go("week?date=2026-04-10")
        box = page.locator(".block", has_text="Dragged").bounding_box()
        bottom = box["y"] + box["height"]
        page.mouse.move(box["x"] + 40, bottom - 3)
        page.mouse.down()
        page.mouse.move(box["x"] + 40, bottom + hour / 2 - 6, steps=5)
        page.mouse.up()
        page.wait_for_url("**/event?*")
        check("12:00–13:30" in window.text(), f"made longer: {window.text()[:200]}")
        # An all-day event in a week, and an event that is put back.
        window.go("week?date=2026-03-30")
        box = page.locator(".bar", has_text="Payday").bounding_box()
        cell = page.locator('section[data-date="2026-04-01"]').bounding_box()
        page.mouse.move(box["x"] + 40, box["y"] + 8)
        page.mouse.down()
        page.mouse.move(cell["x"] + 40, box["y"] + 8, steps=5)
        page.keyboard.press("Escape")
        page.mouse.up()
        page.wait_for_timeout(200)
        check("/week" in page.url and page.locator(".dragged, .target").count() == 0, "Escape puts an event back")
        page.mouse.move(box["x"] + 40, box["y"] + 8)
        page.mouse.down()
        page.mouse.move(cell["x"] + 40, box["y"] + 8, steps=5)
        page.mouse.up()
        page.get_by_text("Change which?").wait_for()
        check("2026-04-01" in window.text(), f"a whole day moves: {window.text()[:200]}")


def live(browser):
    with server() as (link, home, _):
        window = Window(browser, link)
        second = window.context.new_page()
        second.goto(window.base + "week?date=2026-04-01")
        window.go("month?date=2026-04-01")
        window.page.wait_for_timeout(500)
        text = (
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:live\r\nDTSTAMP:20260101T000000Z\r\n"
            "DTSTART:20260401T100000Z\r\nSUMMARY:From a file\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n")
        (home / ".new").write_text(text)
        os.rename(home / ".new", home / "live.ics")
        for page in (window.page, second):
            page.get_by_text("From a file").wait_for(timeout=30_000)
        check(True, "both windows show the change")
        # An editor keeps what the user typed and shows a message.
        window.go("new?date=2026-04-01")
        window.page.get_by_label("Title").fill("Unsaved")
        os.unlink(home / "live.ics")
        window.page.locator(".live").wait_for(timeout=30_000)
        check(window.page.get_by_label("Title").input_value() == "Unsaved", "the editor keeps what was typed")
        second.get_by_text("From a file").wait_for(state="detached", timeout=30_000)
        # The rule is described in words.
        window.page.get_by_label("Repeats").select_option("weekly")
        window.page.get_by_text("every Wednesday").wait_for(timeout=30_000)
        check(True, "the rule is described in words")


CONTRAST = """() => {
  const parse = (text) => {
    const numbers = text.match(/[\\d.]+/g).map(Number);
    const scale = text.startsWith("color(") ? 255 : 1;
    return [numbers[0] * scale, numbers[1] * scale, numbers[2] * scale, numbers[3] ?? 1];
  };
  const light = ([r, g, b]) => [r, g, b].map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }).reduce((sum, value, place) => sum + value * [0.2126, 0.7152, 0.0722][place], 0);
  const ground = (element) => {
    for (let other = element; other; other = other.parentElement) {
      const color = parse(getComputedStyle(other).backgroundColor);
      if (color[3] > 0.99) return color;
    }
    return [255, 255, 255, 1];
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || !element.checkVisibility()) continue;
    const [one, other] = [light(parse(getComputedStyle(element).color)), light(ground(element))];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (ratio < 4.5) found.push(`${walker.currentNode.textContent.trim().slice(0, 40)}: ${ratio.toFixed(2)}`);
  }
  return found;
}"""

LABELS = """() => {
  const named = (element) => (element.getAttribute("aria-label") || element.textContent || "").trim();
  const found = [];
  for (const element of document.querySelectorAll("a[href], button")) {
    if (!named(element)) found.push(element.outerHTML.slice(0, 120));
  }
  for (const element of document.querySelectorAll("input:not([type=hidden]), select, textarea")) {
    if (!element.labels.length) found.push(element.outerHTML.slice(0, 120));
  }
  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) found.push(`two elements with the id ${id}`);
  if (document.querySelectorAll("h1").length !== 1) found.push("not one h1");
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page is wider than the window");
  return found;
}"""

PAGES = {
    "month": "month?date=2026-03-30", "week": "week?date=2026-03-30", "day": "day?date=2026-03-30",
    "agenda": "agenda?date=2026-03-30", "new": "new?date=2026-04-01", "calendars": "calendars", "event": None,
    "reminders": "reminders", "import": "import", "history": "history", "help": "help", "span": None,
    "repeating": None,
}


def looks(browser):
    """Takes screenshots of all pages, and checks labels, contrast and widths."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    with server() as (link, _, process):
        first = Window(browser, link)
        add(first, "Planning with guests", "2026-04-02", fill={
            "Person 1": "Jane Doe <jane@studio.example>", "Location": "Room 4", "Link": "https://studio.example/plan",
            "Notes": "Bring the drawings.\n\nhttps://studio.example/map",
        }, select={"Repeats": "weekly", "Alarm 1": "15m"})
        first.go("week?date=2026-04-02")
        event = first.page.get_by_role("link", name=re.compile("Planning with guests")).first.get_attribute("href")
        state = first.context.storage_state()
        for scheme in ("light", "dark"):
            for width, height in ((1280, 900), (390, 844)):
                context = browser.new_context(
                    storage_state=state, color_scheme=scheme, viewport={"width": width, "height": height})
                page = context.new_page()
                for name, path in PAGES.items():
                    if name == "event":
                        page.goto(first.base + event)
                    elif name == "span":
                        page.goto(first.base + event)
                        page.get_by_role("button", name="Delete").click()
                    elif name == "repeating":
                        page.goto(first.base + event)
                        page.get_by_role("link", name="Edit").click()
                    else:
                        page.goto(first.base + path)
                    page.screenshot(path=SHOTS / f"{name}-{width}-{scheme}.png", full_page=True)
                    problems = page.evaluate(CONTRAST) + page.evaluate(LABELS)
                    check(not problems, f"{name} at {width}, {scheme}: {problems}")
                context.close()


def foreign(browser):
    with server() as (link, _, process):
        window = Window(browser, link)
        hostile.sites(browser, window, link)
        # The program does not wait for open windows.
        Window.close_all()
        process.send_signal(signal.SIGINT)
        check(process.wait(timeout=30) is not None, "an interrupt ends the program")


def rebinding(browser):
    with server() as (link, _, _):
        hostile.rebinding(browser, Window(browser, link))


def hostile_calendar(browser):
    with server() as (link, home, _):
        hostile.calendar(Window(browser, link), home)


def pictures(browser):
    """Draws the pictures for the README, only on request."""
    with server() as (link, _, _):
        first = Window(browser, link)
        state = first.context.storage_state()
        for name, page, scheme, width, height in (
                ("web-week", "week", "light", 1000, 860), ("web-phone", "month", "dark", 390, 700)):
            context = browser.new_context(
                storage_state=state, color_scheme=scheme, viewport={"width": width, "height": height})
            window = context.new_page()
            window.goto(first.base + f"{page}?date=2026-03-30")
            window.screenshot(path=ROOT / f"Corpus/demo/{name}.png")
            context.close()


def by_keyboard(browser):
    with server() as (link, _, _):
        people.scenario(people.Keyboard(Window(browser, link, viewport={"width": 1280, "height": 900})))


def by_mouse(browser):
    with server() as (link, _, _):
        people.scenario(people.Mouse(Window(browser, link, viewport={"width": 1280, "height": 900})))


def by_touch(browser):
    with server() as (link, _, _):
        options = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
        people.scenario(people.Finger(Window(browser, link, **options)))


def touching(browser):
    with server() as (link, _, _):
        window = Window(browser, link, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
        add(window, "Dragged", fill={"Start time": "10:00", "End time": "11:00"})
        fingers.run(window)


def for_programs(browser):
    programs.run(browser, CONTRAST, LABELS)


def for_strangers(browser):
    with server() as (link, home, process):
        strangers.run(link, home, process)


def for_slow_clients(browser):
    with server() as (link, _, _):
        strangers.wait(link)


CHECKS = [
    clicked_with_script, clicked_without_script, keys, dragging, touching, live, looks, foreign, rebinding,
    hostile_calendar, by_keyboard, by_mouse, by_touch, for_programs, for_strangers, for_slow_clients,
]

with sync_playwright() as playwright:
    browser = playwright.chromium.launch(
        executable_path="/usr/bin/chromium", args=["--no-sandbox"] if os.geteuid() == 0 else [])
    for one in [globals()[name] for name in sys.argv[3:]] or CHECKS:
        before = len(failed)
        try:
            one(browser)
        except Exception as error:
            complain(f"{one.__name__}: {str(error)[:600]}")
        print(f"{'✔' if len(failed) == before else '✘'} {one.__name__}", flush=True)
    browser.close()
result()
