"""Dragging by touch at phone width: an event lifts after a long press, and a swipe scrolls."""
from checking import SHOTS, check


class Touch:
    """A finger on the screen, as the browser sees it."""

    def __init__(self, page):
        self.page, self.session = page, page.context.new_cdp_session(page)

    def send(self, kind, *point):
        points = [{"x": point[0], "y": point[1]}] if point else []
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def press(self, x, y, milliseconds=600):
        self.send("touchStart", x, y)
        self.page.wait_for_timeout(milliseconds)

    def move(self, start, end, steps=8):
        for step in range(1, steps + 1):
            part = step / steps
            self.send("touchMove", start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
            self.page.wait_for_timeout(16)

    def lift(self):
        self.send("touchEnd")

    def drag(self, start, end):
        self.press(*start)
        check(self.page.locator(".dragged").count() == 1, "a long press lifts the event")
        self.move(start, end)
        self.lift()


def run(window):
    page = window.page
    touch = Touch(page)

    def block(title="Dragged"):
        found = page.locator(".block", has_text=title).first
        found.scroll_into_view_if_needed()
        return found.bounding_box()

    # In a day, to another time.
    window.go("day?date=2026-04-01")
    box = block()
    hour = box["height"]
    start = (box["x"] + 60, box["y"] + 20)
    touch.drag(start, (start[0], start[1] + 2 * hour))
    page.wait_for_url("**/event?*")
    check("Wednesday 1 April 2026, 12:00–13:00" in window.text(), f"moved by hours: {window.text()[:200]}")
    # By its lower edge, to another end.
    window.go("day?date=2026-04-01")
    box = block()
    bottom = (box["x"] + 60, box["y"] + box["height"] - 5)
    touch.drag(bottom, (bottom[0], bottom[1] + hour / 2))
    page.wait_for_url("**/event?*")
    check("12:00–13:30" in window.text(), f"made longer: {window.text()[:200]}")
    # In a week, to another day; the page scrolls to it.
    window.go("week?date=2026-04-01")
    page.locator('[data-date="2026-03-30"]').scroll_into_view_if_needed()
    box = block()
    start, height = (box["x"] + 60, box["y"] + 20), page.viewport_size["height"]
    touch.press(*start)
    touch.move(start, (start[0], height - 30))
    before = page.evaluate("scrollY")
    target = page.locator('[data-date="2026-04-05"]')
    page.wait_for_function("() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1")
    place = target.bounding_box()
    check(page.evaluate("scrollY") > before, "the page scrolls while an event is held at its edge")
    touch.move((start[0], height - 30), (start[0], place["y"] + 20))
    page.screenshot(path=SHOTS / "lifted-390-light.png")
    touch.lift()
    page.wait_for_url("**/event?*")
    check("Sunday 5 April 2026, 12:00–13:30" in window.text(), f"moved by days: {window.text()[:200]}")
    # Without a long press, a swipe scrolls, and a tap opens the event.
    window.go("week?date=2026-03-30")
    box = page.locator(".block", has_text="Stand-up").first.bounding_box()
    start = (box["x"] + 60, box["y"] + 20)
    touch.send("touchStart", *start)
    touch.move(start, (start[0], start[1] - 300))
    touch.lift()
    page.wait_for_timeout(300)
    check(page.evaluate("scrollY") > 100, "a swipe scrolls")
    check("/week" in page.url and page.locator(".dragged").count() == 0, "a swipe does not move an event")
    # A lifted event that is put down immediately does not move, and its link does not open.
    box = block("Stand-up, late")
    touch.press(box["x"] + 60, box["y"] + 20)
    check(page.locator(".dragged").count() == 1, "a long press lifts the event")
    touch.lift()
    page.wait_for_timeout(300)
    check("/week" in page.url and page.locator(".dragged").count() == 0, "an event that is put down immediately does not move")
    page.locator(".block a", has_text="Stand-up, late").tap()
    page.wait_for_url("**/event?*")
    check("Stand-up, late" in page.inner_text("h1"), "a tap opens an event")
