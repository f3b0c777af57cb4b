"""Pages for programs: `drop-in-page` passes an event to a page and receives only the user's action."""
import os, pathlib, re, signal, subprocess, tempfile, time
from contextlib import contextmanager

from checking import DEMO, NOW, PROGRAM, ROOT, SHOTS, check, complain

DROP_IN, PAGES = (ROOT / ".build/debug" / name for name in ("drop-in-page", "store-process"))


class Desk:
    """A user's machine with calendars, and an xdg-open that keeps the file it receives."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.home = self.folder / "calendars/studio"
        self.home.mkdir(parents=True)
        (self.folder / "calendars/team").mkdir()
        (self.home / "displayname").write_text("Studio\n")
        (self.folder / "calendars/team/displayname").write_text("Team\n")
        (self.folder / "calendars/holidays.ics").write_bytes(DEMO.read_bytes())
        self.bin = self.folder / "bin"
        self.bin.mkdir()
        (self.bin / "ics-web").symlink_to(PROGRAM)
        self.opened = self.folder / "opened"
        opener = self.bin / "xdg-open"
        opener.write_text(f'#!/bin/sh\ncat "$1" > "{self.opened}.new" && mv "{self.opened}.new" "{self.opened}"\n')
        opener.chmod(0o755)
        (self.folder / "run").mkdir(mode=0o700)
        self.environment = dict(
            os.environ, ICS_NOW=NOW, XDG_STATE_HOME=folder + "/state", HOME=folder, XDG_RUNTIME_DIR=folder + "/run",
            ICS_STORE=folder + "/calendars", PATH=f"{self.bin}:{os.environ['PATH']}", TZ="Europe/Berlin")

    def start(self, *words):
        self.opened.unlink(missing_ok=True)
        # In a separate session, there is no terminal to ask for access.
        return subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=self.environment, start_new_session=True)

    def link(self):
        end = time.monotonic() + 20
        while not self.opened.exists():
            assert time.monotonic() < end, "no page opened"
            time.sleep(0.02)
        return re.search(r'href="([^"]+)"', self.opened.read_text())[1]

    def texts(self):
        return "".join(file.read_text() for file in (self.folder / "calendars").glob("*/*.ics"))


@contextmanager
def desk():
    with tempfile.TemporaryDirectory() as folder:
        yield Desk(folder)


def open_page(browser, link, allows_errors=False, **options):
    context = browser.new_context(**options)
    page = context.new_page()
    if not allows_errors:
        page.on("console", lambda line: line.type in ("error", "warning") and complain(f"console: {line.text}"))
    page.goto(link)
    page.wait_for_url("**/task")
    return page


def server_of(process):
    """Returns the ics-web process that a program has started."""
    lists = pathlib.Path(f"/proc/{process.pid}/task").glob("*/children")
    return int(" ".join(file.read_text() for file in lists).split()[0])


def end(process):
    output, errors = process.communicate(timeout=60)
    return output, errors, process.returncode


def saving(browser, problems):
    with desk() as here:
        process = here.start(DROP_IN, "Wheel throwing", "2026-04-02 17:00", "Europe/Berlin")
        link = here.link()
        # The process list shows other users neither the event nor the key.
        words = pathlib.Path(f"/proc/{server_of(process)}/cmdline").read_bytes().decode().split("\0")
        check([word for word in words[1:] if word] == ["--present"], f"the arguments tell nothing: {words}")
        page = open_page(browser, link, viewport={"width": 1280, "height": 900})
        check("drop-in-page" in page.inner_text("#asker"), "the page names the program")
        check(page.locator("nav").count() == 0, "the page has no other links")
        calendars = page.locator("#calendar option").all_inner_texts()
        check(calendars == ["Studio", "Team"], f"only writable calendars are offered: {calendars}")
        look(page, "task", problems)
        base = page.url.rsplit("/", 1)[0]
        for other in ("month", "history", "import", "calendars", "edit?id=studio:x"):
            answer = page.request.get(f"{base}/{other}", headers={"Sec-Fetch-Site": "same-origin"})
            check(answer.status == 404, f"the session of a program's page does not see {other}: {answer.status}")
        check(page.request.get(link).status == 403, "a link works only once")
        page.get_by_label("Title").fill("Throwing, evenings")
        page.get_by_label("Calendar").select_option("Team")
        page.get_by_role("button", name="Save").click()
        page.get_by_role("heading", name="Saved").wait_for()
        check(page.evaluate("getComputedStyle(document.body).margin") == "0px", "the last page is styled")
        output, errors, status = end(process)
        check((output, errors, status) == ("saved\n", "", 0), f"the program sees saved: {output} {errors} {status}")
        text = "".join(file.read_text() for file in (here.folder / "calendars/team").glob("*.ics"))
        for words in ("SUMMARY:Throwing\\, evenings", "RRULE:FREQ=WEEKLY;COUNT=6", "guest@studio.example", "BEGIN:VALARM"):
            check(words in text, f"the series has {words}")
        check(not any(here.home.glob("*.ics")), "the user's choice of calendar applies")
        check(not any((here.folder / "run").iterdir()), "the file with the link is gone")
        # The program has no access: requests for access fail without a terminal, and nothing was granted.
        reading = here.start(ROOT / ".build/debug/monthly-events", here.folder / "calendars", "2026-04")
        output, errors, status = end(reading)
        check(status != 0 and "Throwing" not in output, f"another program cannot read: {output} {errors}")
        granted = [file.read_text() for file in (here.folder / "state").rglob("access-*")]
        check(not any("drop-in-page" in text for text in granted), "the program was granted no access")
        page.context.close()


def leaving(browser):
    with desk() as here:
        before = here.texts()
        # Canceled.
        process = here.start(DROP_IN)
        page = open_page(browser, here.link())
        page.get_by_role("button", name="Cancel").click()
        page.get_by_role("heading", name="Canceled").wait_for()
        check(end(process)[0::2] == ("canceled\n", 0), "the program receives canceled")
        page.context.close()
        # Without JavaScript.
        process = here.start(DROP_IN)
        page = open_page(browser, here.link(), java_script_enabled=False)
        page.get_by_role("button", name="Cancel").click()
        check(end(process)[0::2] == ("canceled\n", 0), "the program receives canceled without JavaScript")
        page.context.close()
        # Escape.
        process = here.start(DROP_IN)
        page = open_page(browser, here.link())
        page.keyboard.press("?")
        page.keyboard.press("Escape")
        check(end(process)[0::2] == ("canceled\n", 0), "Escape cancels")
        page.context.close()
        # Reloading a page does not count as closing its window, but closing it does.
        process = here.start(DROP_IN)
        page = open_page(browser, here.link())
        page.wait_for_timeout(1500)
        page.reload()
        page.wait_for_timeout(5000)
        check(process.poll() is None, "a reloaded page does not count as a closed window")
        page.close()
        output, errors, status = end(process)
        check((output, status) == ("", 1) and "closed the page" in errors, f"a closed window is an error: {errors}")
        # The same without JavaScript, also on the second page.
        for is_second in (False, True):
            process = here.start(DROP_IN)
            page = open_page(browser, here.link(), allows_errors=is_second, java_script_enabled=False)
            if is_second:
                page.get_by_label("Time zone", exact=True).fill("Nowhere/Land")
                page.get_by_role("button", name="Save").click()
                page.get_by_role("alert").wait_for()
            page.wait_for_timeout(1500)
            page.reload()
            page.wait_for_timeout(5000)
            check(process.poll() is None, "without script, a reloaded page is no closed window")
            page.context.close()
            output, errors, status = end(process)
            check((output, status) == ("", 1) and "closed the page" in errors, f"closed without script: {errors}")
        # A browser that is ended by a signal.
        process = here.start(DROP_IN)
        with tempfile.TemporaryDirectory() as profile:
            words = ["/usr/bin/chromium", "--headless", "--no-first-run", f"--user-data-dir={profile}"]
            other = subprocess.Popen(
                words + (["--no-sandbox"] if os.geteuid() == 0 else []) + [here.link()], start_new_session=True,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(5)
            check(process.poll() is None, "the program waits for another browser")
            os.killpg(other.pid, signal.SIGKILL)
            other.wait()
            output, errors, status = end(process)
            check((output, status) == ("", 1) and "closed the page" in errors, f"a killed browser is an error: {errors}")
        # A server that is killed.
        process = here.start(DROP_IN)
        page = open_page(browser, here.link(), allows_errors=True)
        os.kill(server_of(process), signal.SIGKILL)
        output, errors, status = end(process)
        check((output, status) == ("", 1) and "ended before" in errors, f"a killed server is an error: {errors}")
        page.close()
        # If the program is killed, its page ends too.
        process = here.start(DROP_IN)
        page = open_page(browser, here.link(), allows_errors=True)
        server = server_of(process)
        process.kill()
        process.wait()
        for _ in range(100):
            if not pathlib.Path(f"/proc/{server}").exists():
                break
            time.sleep(0.05)
        check(not pathlib.Path(f"/proc/{server}").exists(), "a page ends with its program")
        page.close()
        # No browser.
        (here.bin / "xdg-open").write_text("#!/bin/sh\nexit 3\n")
        output, errors, status = end(here.start(DROP_IN))
        check(status == 1 and "no browser" in errors, f"without a browser, the program gets an error: {errors}")
        check(here.texts() == before, "nothing is saved")


def look(page, name, problems):
    """Takes screenshots in both widths and color schemes, and checks labels, contrast and widths."""
    for scheme in ("light", "dark"):
        for width, height in ((1280, 900), (390, 844)):
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": width, "height": height})
            page.screenshot(path=SHOTS / f"{name}-{width}-{scheme}.png", full_page=True)
            found = [problem for script in problems for problem in page.evaluate(script)]
            check(not found, f"{name} at {width}, {scheme}: {found}")


def choosing(browser, problems):
    """The chooser and the access request, for a program that has no access at first."""
    with desk() as here:
        number = 0

        def start(*words):
            return here.start(PAGES, "pages", here.folder / "calendars", here.folder / "state", *words)

        def choose(word, shown, ticked, answer, button="Choose"):
            nonlocal number
            process = start(f"choose {word}")
            page = open_page(browser, here.link())
            names = [text.replace("read-only", "").strip() for text in page.locator("li label").all_inner_texts()]
            check(sorted(names) == sorted(shown), f"choose {word}: {names}")
            for title in ticked:
                page.get_by_label(title).check()
            number += 1
            look(page, f"chooser-{number}", problems)
            page.get_by_role("button", name=button).click()
            page.get_by_role("heading", name="Done" if button == "Choose" else "Canceled").wait_for()
            output, errors, status = end(process)
            check((output, status) == (f"chosen: {answer}\n", 0), f"choose {word}: {output} {errors}")
            page.context.close()

        def decide(word, button, output, reason, calendar=None):
            process = start(f"request {word}", "status")
            page = open_page(browser, here.link())
            text = page.inner_text("main")
            check(reason in text and "diary" in text, f"request {word}: {text}")
            kinds = {"write-only": "permission to add (but not read) events", "full": "full access to the events"}
            check(kinds[word] in text, f"request {word}: {text}")
            offered = [one.strip() for one in page.locator("li label").all_inner_texts()]
            check(offered == (["Studio", "Team"] if word == "write-only" else []), f"request {word}: {offered}")
            if calendar:
                page.get_by_label(calendar).check()
            look(page, f"access-{word}", problems)
            page.get_by_role("button", name=button, exact=True).click()
            page.get_by_role("heading", name="Allowed" if button == "Allow" else "Not allowed").wait_for()
            answer, errors, status = end(process)
            check((answer, status) == (output, 0), f"request {word}, {button}: {answer} {errors}")
            page.context.close()

        # Without access or with permission to add events, only calendars that accept events are offered.
        writable, every = ["Studio", "Team"], ["holidays", "Studio", "Team"]
        choose("any", writable, ["Team"], "Team")
        decide("write-only", "Allow", "write-only: true\nstatus: writeOnly\n", "Adds the lessons", "Team")
        choose("any", writable, ["Studio", "Team"], "Studio, Team")
        choose("one", writable, ["Studio"], "Studio")
        output, errors, status = end(start("save"))
        check((output, status) == ("saved\n", 0), f"the program adds an event: {errors}")
        check(len(list((here.folder / "calendars/team").glob("*.ics"))) == 1, "the event is in the chosen calendar")
        # The choice can be canceled.
        choose("one", writable, ["Team"], "nothing", "Cancel")
        # More access requires a new request. Then all calendars are offered unless only writable ones are requested.
        decide("full", "Allow", "full: true\nstatus: fullAccess\n", "Finds free evenings")
        choose("any", every, ["holidays", "Team"], "Team, holidays")
        choose("one", every, ["holidays"], "holidays")
        choose("writable", writable, [], "")
    with desk() as here:
        # A denial is stored, but closing the window is not a denial.
        for word, reason in (("write-only", "Adds the lessons"), ("full", "Finds free evenings")):
            process = here.start(PAGES, "pages", here.folder / "calendars", here.folder / word, f"request {word}")
            page = open_page(browser, here.link())
            page.wait_for_timeout(500)
            page.context.close()
            output, errors, status = end(process)
            check(status == 1 and "closed the page" in errors, f"a closed window is no answer: {output} {errors}")
            process = here.start(PAGES, "pages", here.folder / "calendars", here.folder / word, f"request {word}", "status")
            page = open_page(browser, here.link(), java_script_enabled=False)
            check(reason in page.inner_text("main"), "the program asks again")
            page.get_by_role("button", name="Don’t allow").click()
            page.get_by_role("heading", name="Not allowed").wait_for()
            output, errors, status = end(process)
            check(output == f"{word}: false\nstatus: denied\n", f"the refusal of {word}: {output} {errors}")
            page.context.close()
            words = (PAGES, "pages", here.folder / "calendars", here.folder / word, f"request {word}")
            output, errors, status = end(here.start(*words))
            check(output == f"{word}: false\n" and not here.opened.exists(), f"the refusal is remembered: {output} {errors}")


def run(browser, *problems):
    SHOTS.mkdir(parents=True, exist_ok=True)
    saving(browser, problems)
    leaving(browser)
    choosing(browser, problems)
