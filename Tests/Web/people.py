"""A new user's scenario: by keyboard alone, by mouse, and by touch at phone width.

The user creates a weekly meeting in Berlin time with two guests and an alarm, moves one occurrence, changes the title
from the third occurrence onward, deletes one occurrence, and undoes the deletion.
"""
import re, time

import fingers
from checking import check


class Person:
    """A user who sees a window and never types an address."""

    def __init__(self, window):
        self.window, self.page = window, window.page

    def link(self, name):
        return self.page.get_by_role("link", name=name, exact=isinstance(name, str))

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def field(self, label):
        return self.page.get_by_label(label, exact=True)

    def follow(self, locator, address):
        """Activates a link or a button and waits for the next page."""
        self.activate(locator)
        self.page.wait_for_url(address)


class Keyboard(Person):
    """Uses only Tab, Enter, Space, the arrow keys and the pages' shortcuts."""

    def __init__(self, window):
        super().__init__(window)

        def forbidden(*_):
            raise AssertionError("the mouse is unused")
        for name in ("move", "down", "up", "click", "dblclick", "wheel"):
            setattr(self.page.mouse, name, forbidden)

    def reach(self, locator):
        target = locator.first.element_handle()
        for _ in range(400):
            if self.page.evaluate("target => document.activeElement === target", target):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no way by Tab to {locator}")

    def activate(self, locator):
        self.reach(locator)
        ring = self.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        check(ring != "none", "the focus is visible")
        self.page.keyboard.press("Enter")

    def put(self, label, text):
        self.reach(self.field(label))
        kind = self.field(label).get_attribute("type")
        if kind == "date":
            year, month, day = text.split("-")
            text = month + day + year
        elif kind == "time":
            hour, minute = (int(part) for part in text.split(":"))
            text = f"{hour % 12 or 12:02}{minute:02}{'PM' if hour >= 12 else 'AM'}"
        else:
            self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def choose(self, label, words):
        self.reach(self.field(label))
        self.page.keyboard.type(words)

    def check(self, label):
        box = self.field(label)
        if box.get_attribute("type") == "radio":
            group = self.page.locator("input[name=span]:checked")
            self.reach(group)
            for _ in range(3):
                if not box.is_checked():
                    self.page.keyboard.press("ArrowDown")
        else:
            self.reach(box)
            self.page.keyboard.press("Space")

    def new(self):
        self.page.keyboard.press("n")
        self.page.wait_for_url("**/new*")

    def open(self, day, title):
        self.follow(self.link("Month"), "**/month*")
        while not self.page.locator(f'td[data-date="{day}"]:not(.out)').count():
            before = self.page.url
            self.page.keyboard.press("j")
            self.page.wait_for_url(lambda url: url != before)
        self.follow(self.page.locator(f'td[data-date="{day}"] a', has_text=title), "**/event?*")

    def move(self, day, title, target):
        self.open(day, title)
        self.follow(self.link("Edit"), "**/edit?*")
        self.put("Start date", target)
        self.activate(self.button("Save"))


class Mouse(Person):
    def activate(self, locator):
        locator.first.click()

    def put(self, label, text):
        self.field(label).click()
        self.field(label).fill(text)

    def choose(self, label, words):
        self.field(label).select_option(label=words)

    def check(self, label):
        self.field(label).click()

    def new(self):
        self.follow(self.link("New event"), "**/new*")

    def show(self, view, day):
        """Opens the week or month of a day, as a user would: step by step."""
        self.follow(self.link(view), f"**/{view.lower()}*")
        while not self.page.locator(f'[data-date="{day}"]:not(.out)').count():
            before = self.page.url
            self.activate(self.page.locator("#next"))
            self.page.wait_for_url(lambda url: url != before)

    def open(self, day, title):
        self.show("Month", day)
        self.follow(self.page.locator(f'td[data-date="{day}"] a', has_text=title), "**/event?*")

    def move(self, day, title, target):
        self.show("Week", day)
        box = self.page.locator(f'[data-date="{day}"] .block', has_text=title).first.bounding_box()
        cell = self.page.locator(f'section[data-date="{target}"]').bounding_box()
        self.page.mouse.move(box["x"] + 20, box["y"] + 8)
        self.page.mouse.down()
        self.page.mouse.move(box["x"] + 30, box["y"] + 12)
        self.page.mouse.move(cell["x"] + 20, box["y"] + 8, steps=5)
        self.page.mouse.up()
        self.page.get_by_text("Change which?").wait_for()


class Finger(Mouse):
    """Taps, and checks the size of every tapped element: 44 pixels, or 24 for a line of text."""

    def tap(self, locator, least=44):
        locator.first.scroll_into_view_if_needed()
        box = locator.first.bounding_box()
        check(box["height"] >= least - 0.5 and box["width"] >= 24, f"{locator} is large enough: {box}")
        locator.first.tap()

    def activate(self, locator):
        self.tap(locator)

    def put(self, label, text):
        self.tap(self.field(label))
        self.field(label).fill(text)

    def check(self, label):
        self.tap(self.page.locator("label", has_text=re.compile(f"^{label}$")))

    def open(self, day, title):
        self.show("Month", day)
        self.follow(self.page.locator(f'td[data-date="{day}"] .num'), "**/day*")
        self.follow(self.page.locator(".day li", has_text=title), "**/event?*")

    def move(self, day, title, target):
        self.show("Week", day)
        block = self.page.locator(f'[data-date="{day}"] .block', has_text=title).first
        block.scroll_into_view_if_needed()
        box, cell = block.bounding_box(), self.page.locator(f'[data-date="{target}"]').bounding_box()
        start = (box["x"] + 60, box["y"] + 20)
        fingers.Touch(self.page).drag(start, (start[0], cell["y"] + 20))
        self.page.get_by_text("Change which?").wait_for()


def scenario(person):
    start = time.monotonic()
    page = person.page
    person.new()
    person.put("Title", "Planning")
    person.put("Start date", "2026-04-01")
    person.put("Start time", "14:00")
    person.put("End date", "2026-04-01")
    person.put("End time", "15:00")
    person.put("Time zone", "Europe/Berlin")
    person.choose("Repeats", "every week")
    person.check("Wed")
    person.choose("Alarm 1", "15 minutes before")
    person.put("Person 1", "Jane Doe <jane@studio.example>")
    person.put("Person 2", "joe@studio.example")
    person.follow(person.button("Save"), "**/event?*")
    text = person.window.text()
    for words in ["every Wednesday", "Jane Doe", "joe@studio.example", "15 minutes before", "14:00–15:00"]:
        check(words in text, f"the meeting has {words}: {text!r}")
    person.move("2026-04-08", "Planning", "2026-04-09")
    person.check("Only this one")
    person.follow(person.button("Save"), "**/event?*")
    check("Thursday 9 April 2026, 14:00–15:00" in person.window.text(), "one occurrence moves")
    person.open("2026-04-15", "Planning")
    person.follow(person.link("Edit"), "**/edit?*")
    person.put("Title", "Planning, long")
    person.activate(person.button("Save"))
    page.get_by_text("Change which?").wait_for()
    person.check("This one and all that follow")
    person.follow(person.button("Save"), "**/event?*")
    person.open("2026-04-22", "Planning, long")
    person.activate(person.button("Delete"))
    page.get_by_text("Delete which?").wait_for()
    person.check("Only this one")
    person.follow(person.button("Delete"), "**/month*")
    check(page.locator('td[data-date="2026-04-22"]', has_text="Planning").count() == 0, "one occurrence is deleted")
    person.activate(person.button("Undo"))
    page.locator('td[data-date="2026-04-22"]', has_text="Planning, long").wait_for(state="attached")
    took = time.monotonic() - start
    print(f"  {type(person).__name__}: {took:.0f} s", flush=True)
    expected = [
        ("01", True, "Planning"), ("08", False, "Planning"), ("09", True, "Planning"), ("15", True, "Planning, long"),
        ("22", True, "Planning, long"), ("29", True, "Planning, long"),
    ]
    for day, is_there, title in expected:
        check((title in person.window.titles(f"2026-04-{day}")) == is_there, f"{title} on {day} April: {is_there}")
