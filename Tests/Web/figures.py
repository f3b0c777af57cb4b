#!/usr/bin/env python3
"""Measures ics-web on a store of 10,000 events: pages, an edit, a hundred open windows, and memory.

    figures.py PROGRAM [REQUESTS]    REQUESTS: the number of requests for measuring memory (5,000)
"""
import http.client, os, pathlib, re, selectors, socket, statistics, subprocess, sys, tempfile, time
from urllib.parse import urlencode

PROGRAM, REQUESTS = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5000
EVENTS, WINDOWS = 10_000, 100


def event(number):
    day, hour = number % 28 + 1, 8 + number % 10
    return (
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//figures//EN\r\nBEGIN:VEVENT\r\n"
        f"UID:event-{number}\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:Event {number}\r\nLOCATION:Room {number % 9}\r\n"
        f"DTSTART;TZID=Europe/Berlin:2026{number // 28 % 12 + 1:02}{day:02}T{hour:02}0000\r\nDURATION:PT1H\r\n"
        "END:VEVENT\r\nEND:VCALENDAR\r\n")


with tempfile.TemporaryDirectory() as folder:
    home = pathlib.Path(folder) / "calendars/home"
    home.mkdir(parents=True)
    for number in range(EVENTS):
        (home / f"event-{number}.ics").write_text(event(number))
    process = subprocess.Popen(
        [PROGRAM, "--store", folder + "/calendars", "--no-open", "--yes", "--time-zone", "Europe/Berlin"],
        stdout=subprocess.PIPE, text=True, env=dict(os.environ, XDG_STATE_HOME=folder + "/state"))
    try:
        link = process.stdout.readline().strip()
        host, target = re.match(r"http://([^/]+)(/.*)", link).groups()
        base = target[:target.index("start?")]
        connection = http.client.HTTPConnection(host)
        connection.request("GET", target)
        answer = connection.getresponse()
        answer.read()
        cookie = answer.getheader("Set-Cookie").split(";")[0]

        def get(page):
            connection.request("GET", base + page, headers={"Cookie": cookie})
            answer = connection.getresponse()
            body = answer.read()
            assert answer.status == 200, (page, answer.status)
            return body.decode()

        def timed(count, body):
            times = []
            for number in range(count):
                start = time.perf_counter()
                body(number)
                times.append((time.perf_counter() - start) * 1000)
            return f"{statistics.median(times):.1f} ms (at most {max(times):.1f} ms)"

        def memory():
            status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
            return int(re.search(r"VmRSS:\s*(\d+)", status)[1]) // 1024

        month = get("month?date=2026-03-01")
        token = re.search(r'name="token" value="([^"]+)"', month)[1]
        sizes = [len(month.encode())] + [len(get(name).encode()) for name in ("style.css", "colors.css", "script.js")]
        print(f"first page: {sum(sizes)} bytes, of which {sizes[0]} are the page")
        for page in ("month", "week", "day", "agenda"):
            print(f"{page}: {timed(30, lambda number: get(f'{page}?date=2026-{number % 12 + 1:02}-05'))}")

        def edit(number):
            shown = {}
            page = get(f"edit?id=home%3Aevent-{number}")
            for name, value in re.findall(r'<input type="hidden" name="(was\.[^"]+)" value="([^"]*)"', page):
                shown[name] = value
                shown[name[4:]] = value
            shown |= {"token": token, "id": f"home:event-{number}", "title": f"Edited {number}"}
            start = time.perf_counter()
            connection.request("POST", base + "save", urlencode(shown), {
                "Cookie": cookie, "Origin": f"http://{host}", "Content-Type": "application/x-www-form-urlencoded"})
            answer = connection.getresponse()
            answer.read()
            assert answer.status == 303, answer.status
            edits.append((time.perf_counter() - start) * 1000)

        edits = []
        for number in range(20):
            edit(number)
        print(f"edit: {statistics.median(edits):.1f} ms (at most {max(edits):.1f} ms)")

        # Open windows that are all notified of a change.
        selector = selectors.DefaultSelector()
        name, port = host.split(":")
        for _ in range(WINDOWS):
            window = socket.create_connection((name, int(port)))
            window.sendall(f"GET {base}events HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n".encode())
            selector.register(window, selectors.EVENT_READ, bytearray())

        def wait(word, seconds):
            waiting = {key.fileobj for key in selector.get_map().values()}
            end = time.perf_counter() + seconds
            while waiting and time.perf_counter() < end:
                for key, _ in selector.select(1):
                    key.data.extend(key.fileobj.recv(4096))
                    if word in key.data:
                        waiting.discard(key.fileobj)
            return len(waiting)

        assert wait(b"retry", 20) == 0
        start = time.perf_counter()
        (home / ".new").write_text(event(1).replace("Event 1", "Changed"))
        os.rename(home / ".new", home / "event-1.ics")
        late = wait(b"event: change", 20)
        print(f"{WINDOWS} windows: told after {(time.perf_counter() - start) * 1000:.0f} ms, {late} not told")
        for key in list(selector.get_map().values()):
            key.fileobj.close()

        get("month")
        used = [memory()]
        for number in range(REQUESTS):
            page = "day" if number % 20 else ("month", "week", "agenda", "new")[number // 20 % 4]
            get(f"{page}?date=2026-{number % 12 + 1:02}-{number % 28 + 1:02}")
            if (number + 1) % (REQUESTS // 10) == 0:
                used.append(memory())
        print(f"memory over {REQUESTS} requests: {', '.join(map(str, used))} MB")
    finally:
        process.kill()
        process.wait()
