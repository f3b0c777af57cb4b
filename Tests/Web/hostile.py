"""Attacks by other sites' pages and by a hostile calendar in the same browser, which must achieve nothing."""
import contextlib, http.server, os, threading
from urllib.parse import urlsplit

from checking import check, complain

ATTEMPTS = """async (target) => {
  const body = new URLSearchParams({ id: "studio:x", span: "all", title: "Taken" });
  const attempt = async (options) => {
    try { return (await (await fetch(target + "month", options)).text()).slice(0, 80); } catch { return ""; }
  };
  const load = (name, file) => new Promise((found) => {
    const element = document.createElement(name);
    element.onload = () => found("loaded");
    element.onerror = () => found("");
    element.src = target + file;
    document.body.append(element);
  });
  const listen = (source) => new Promise((found) => {
    source.onopen = () => found("opened");
    source.onmessage = () => found("told");
    source.onerror = () => found("");
  });
  const results = {
    fetch: await attempt({ credentials: "include" }),
    opaque: await attempt({ credentials: "include", mode: "no-cors" }),
    script: await load("script", "script.js"),
    image: await load("img", "icon.svg"),
    events: await listen(new EventSource(target + "events", { withCredentials: true })),
    socket: await listen(new WebSocket(target.replace("http", "ws") + "events")),
  };
  for (const page of ["save", "remove", "move", "undo", "import", "create", "remind", "show"]) {
    await fetch(target + page, { method: "POST", mode: "no-cors", credentials: "include", body }).catch(() => {});
  }
  const opened = open(target + "month");
  await new Promise((done) => setTimeout(done, 500));
  try { results.window = opened.document.body.innerText; } catch { results.window = ""; }
  return results;
}"""


@contextlib.contextmanager
def neighbor(html):
    """Another server on this machine. Browsers send it the same cookies, except those limited to a path."""
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(html.encode())
            cookies.append(self.headers.get("Cookie") or "")

        def log_message(self, *_):
            pass

    cookies = []
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", cookies
    finally:
        server.shutdown()
        server.server_close()


def sites(browser, window, link):
    """Attempts by pages from another site and from another server on this machine."""
    titles = window.titles("2026-03-30")
    calendars = window.context.request.get(window.base + "calendars", headers={"Sec-Fetch-Site": "none"}).text()
    context, target = window.context, window.base
    html = f"""<!DOCTYPE html><title>other</title><iframe src="{target}month"></iframe>
        <form id=f method=post action="{target}remove"><input name=id value="studio:x"><input name=span value=all></form>"""
    with neighbor(html) as (near, cookies):
        for origin in ("http://other.example/", near):
            page = context.new_page()
            page.route("http://other.example/", lambda route: route.fulfill(body=html, content_type="text/html"))
            page.goto(origin)
            page.wait_for_timeout(300)
            frames = [frame.content() for frame in page.frames[1:]]
            check(all("Stand-up" not in frame and "month" not in frame for frame in frames), f"{origin}: no frame")
            results = page.evaluate(ATTEMPTS, target)
            check(not any(results.values()), f"{origin} reads nothing: {results}")
            with page.expect_navigation():
                page.evaluate("document.getElementById('f').submit()")
            check("another site" in page.content(), f"{origin} writes nothing")
            check(window.titles("2026-03-30") == titles, "the events are unchanged")
            page.close()
        check(cookies and not any("ics-session" in cookie for cookie in cookies), "another server receives no cookie")
    after = window.context.request.get(window.base + "calendars", headers={"Sec-Fetch-Site": "none"}).text()
    check(after == calendars, "the calendars are unchanged")
    # A second browser cannot use the link again, and has no access without a session.
    other = browser.new_context().new_page()
    check(other.goto(link).status == 403, "a link works only once")
    check(other.goto(target + "month").status == 403, "nothing opens without a session")
    other.context.close()


def rebinding(browser, window):
    """A foreign name that resolves to this machine, even with a session's path and cookie."""
    address = urlsplit(window.base)
    rules = f"MAP rebound.example 127.0.0.1:{address.port}"
    other = browser.browser_type.launch(
        executable_path="/usr/bin/chromium",
        args=[f"--host-resolver-rules={rules}"] + (["--no-sandbox"] if os.geteuid() == 0 else []))
    try:
        context = other.new_context()
        cookie = next(one for one in window.context.cookies(window.base) if one["name"] == "ics-session")
        context.add_cookies([dict(cookie, domain="rebound.example", sameSite="Lax")])
        page = context.new_page()
        for port in ("", f":{address.port}"):
            answer = page.goto(f"http://rebound.example{port}{address.path}month")
            check(answer.status == 421 and "Stand-up" not in page.content(), f"rebound.example{port}: {answer.status}")
    finally:
        other.close()


def event():
    people = "".join(f'ATTENDEE;CN="<b>P{number}</b>":mailto:p{number}@x.example\r\n' for number in range(10_000))
    return (
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\n"
        'UID:x"><script>pwned(0)</script>\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260331T100000Z\r\n'
        "SUMMARY:<img src=x onerror=pwned(1)> \u202eolleh\r\n"
        "LOCATION:</textarea><script>pwned(2)</script>\r\nURL:javascript:pwned(3)\r\n"
        "DESCRIPTION:data:text/html\\,<script>pwned(4)</script> javascript:pwned(5) https://x.example/\"onclick=pwned(6) "
        + "long " * 50_000 + '\r\nCATEGORIES:"><svg onload=pwned(7)>\r\n' + people + "END:VEVENT\r\n"
        "BEGIN:VEVENT\r\nUID:long\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260331T110000Z\r\n"
        "SUMMARY:" + "W" * 100_000 + "\r\nURL:data:text/html,<script>pwned(8)</script>\r\n"
        "LOCATION:" + "\u05d0\u202d" * 5000 + "\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n")


def calendar(window, home):
    """HTML, scripts, links with code, bidirectional controls, very long text and 10,000 people."""
    page = window.page
    page.on("dialog", lambda dialog: complain(f"a dialog: {dialog.message}"))
    page.add_init_script("window.found = []; window.pwned = (number) => { found.push(number); }")
    (home / "hostile.new").write_text(event())
    os.rename(home / "hostile.new", home / "hostile.ics")
    pages = ["month?date=2026-03-31", "week?date=2026-03-31", "day?date=2026-03-31", "agenda?date=2026-03-31"]
    window.go(pages[0])
    page.get_by_text("onerror").first.wait_for(timeout=60_000)
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        window.go(pages[2])
        events = page.locator(".day a[href^=event]").evaluate_all("links => links.map((link) => link.getAttribute('href'))")
        check(len(events) == 4, f"the hostile events are shown: {len(events)}")
        for name in pages + events + [one.replace("event?", "edit?") for one in events] + ["history"]:
            window.go(name)
            page.wait_for_timeout(50)
            check(page.evaluate("window.found") == [], f"{name[:40]} runs nothing")
            found = page.evaluate("""() => {
                const found = [...document.querySelectorAll("main img, main svg, main b, main script, [onclick], [onload]")]
                    .map((element) => element.outerHTML.slice(0, 80));
                for (const link of document.links) {
                    if (!/^(https?|mailto):/.test(link.href)) found.push(link.href.slice(0, 80));
                    else if (link.origin !== location.origin && !link.relList.contains("noopener")) found.push(link.href);
                }
                if (/[\u202a-\u202e\u2066-\u2069]/.test(document.documentElement.innerText)) found.push("a bidi control");
                if (document.documentElement.scrollWidth > innerWidth) found.push("wider than the window");
                return found;
            }""")
            check(not found, f"{name[:40]} at {width}: {found}")
