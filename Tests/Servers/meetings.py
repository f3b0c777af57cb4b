"""Scenarios with three users of a server that sends messages about saved events (RFC 6638).

`u` is the organizer, and `v` and `w` are guests. Each has a store with an account and uses only the command line.
"""

import email
import email.policy
import json

from scenarios import Store, check


def people(program, folder, server):
    """Returns every user's store, with its account."""
    stores = []
    for user in server.users:
        store = Store(program, folder / user, server, user)
        store.add_account()
        store.refresh()
        check((store.folder / "home/personal").is_dir(), f"{user} has no calendar 'personal'")
        stores.append(store)
    return stores


def everyone(*stores):
    """Refreshes until everyone is up to date. Another round must do nothing, and no messages may be left."""
    for _ in range(2):
        for store in stores:
            store.refresh()
    for store in stores:
        lines = store.refresh()
        check(lines == [], f"a further round of {store.user} is not empty: {lines}")
        listed = store.server.request("PROPFIND", f"/dav/calendars/user/{store.user}/Inbox/", user=store.user, Depth="1")
        check(".ics" not in listed, f"messages are left in the inbox of {store.user}: {listed}")


def meeting(u, title, *guests, start="2027-04-01T10:00", more=()):
    """Adds an event for `u` with guests, whom the server invites. Returns its identifier."""
    event = u.add(title, *more, calendar="home/personal", start=start)
    result = u.run("--yes", "invite", event, *guests)
    check(result.stdout == "", f"a mail was written although the server sends the invitation: {result.stdout}")
    check("send the invitation to" in result.stderr, f"no message about who sends the invitation: {result.stderr}")
    return event


def answers(store, event):
    """Returns the replies of all attendees, as printed by `show`."""
    lines = store.run("--yes", "show", event).stdout.splitlines()
    found = [line.removeprefix("answer: ").removesuffix(" (you)") for line in lines if line.startswith("answer: ")]
    return {address.removesuffix("@studio.example"): answer for address, _, answer in (x.partition(" ") for x in found)}


def answer(store, command, event, *more):
    """Replies to an invitation, which must not print an email."""
    result = store.run("--yes", command, event, *more)
    check(result.stdout == "" and "send the reply to" in result.stderr, f"{command}: {result.stdout}{result.stderr}")


def method(mail):
    """Returns a printed email's METHOD and recipients."""
    message = email.message_from_string(mail, policy=email.policy.default)
    part = next(part for part in message.walk() if part.get_content_type() == "text/calendar")
    return part.get_param("method"), message["To"]


def accept_and_decline(u, v, w):
    """Both guests get the invitation, and everyone sees their replies."""
    event = meeting(u, "Review", "v@studio.example", "w@studio.example")
    everyone(u, v, w)
    for store in v, w:
        listed = store.run("--yes", "invitations").stdout
        check("Review, from u@studio.example" in listed, f"{store.user} has no invitation: {listed}")
    answer(v, "accept", event)
    answer(w, "decline", event)
    everyone(v, w, u)
    expected = {"u": "accepted", "v": "accepted", "w": "declined"}
    check(answers(u, event) == expected, f"the organizer sees {answers(u, event)}")
    for store, own in (v, "accepted"), (w, "declined"):
        check(answers(store, event)[store.user] == own, f"{store.user} sees {answers(store, event)}")
    # Cyrus forwards other guests' replies with the organizer's next change.
    u.run("--yes", "invite", event, "--set", "title=Review of plans")
    everyone(u, v, w)
    for store in v, w:
        check(answers(store, event) == expected, f"{store.user} sees {answers(store, event)}")


def change_of_mind(u, v, w):
    """A guest accepts tentatively and then declines."""
    event = meeting(u, "Lunch", "v@studio.example", start="2027-04-02T12:00")
    everyone(u, v)
    answer(v, "tentative", event)
    everyone(v, u)
    check(answers(u, event)["v"] == "tentative", f"the organizer sees {answers(u, event)}")
    answer(v, "decline", event)
    everyone(v, u)
    check(answers(u, event)["v"] == "declined", f"the organizer sees {answers(u, event)}")


def occurrences(u, v, w):
    """One occurrence of a series is declined and another is canceled."""
    event = meeting(
        u, "Lesson", "v@studio.example", start="2027-05-03T10:00", more=("--repeat", "FREQ=WEEKLY;COUNT=4")
    )
    everyone(u, v)
    answer(v, "accept", event)
    everyone(v, u)
    answer(v, "decline", f"{event}/RID=20270510T080000Z")
    everyone(v, u)
    check(answers(u, event)["v"] == "accepted", f"of the series, the organizer sees {answers(u, event)}")
    one = answers(u, f"{event}/RID=20270510T080000Z")
    check(one["v"] == "declined", f"of the occurrence, the organizer sees {one}")
    result = u.run("--yes", "invite", f"{event}/RID=20270517T080000Z", "--cancel")
    check(result.stdout == "" and "send the cancellation to" in result.stderr, f"{result.stdout}{result.stderr}")
    everyone(u, v)
    rows = [json.loads(row) for row in v.events("2027-05-01", "2027-06-01")]
    # Cyrus reports only that an occurrence is excluded, not that it is canceled.
    check(len(rows) == 3 and not any("05-17" in row["start"] for row in rows), f"the guest sees {rows}")


def propose(u, v, w):
    """Cyrus does not accept proposals, so the guest sends an email, which the organizer processes and accepts."""
    event = meeting(u, "Planning", "v@studio.example", start="2027-04-05T10:00")
    everyone(u, v)
    result = v.run("--yes", "counter", event, "--set", "start=2027-04-05T15:00")
    check(method(result.stdout) == ("COUNTER", "u@studio.example"), result.stdout)
    check("does not send proposals; send the message yourself" in result.stderr, result.stderr)
    everyone(v, u)
    calendar = u.run("--yes", "process", input=result.stdout)
    check("v@studio.example proposes 2027-04-05 15:00" in calendar.stdout, f"{calendar.stdout}{calendar.stderr}")
    # The server's response to a proposal in its outbox, which accepts only busy-time requests.
    text = result.stdout[result.stdout.index("BEGIN:VCALENDAR"):result.stdout.index("END:VCALENDAR")] + "END:VCALENDAR\r\n"
    try:
        u.server.request(
            "POST", "/dav/calendars/user/v/Outbox/", text, user="v", Content_Type="text/calendar; charset=utf-8"
        )
        raise AssertionError("the server takes proposals now; they need no mail")
    except AssertionError as refusal:
        check(": 400 " in str(refusal) or ": 403 " in str(refusal), str(refusal))
    declined = u.run("--yes", "counter", event, "--decline", "v@studio.example")
    check(method(declined.stdout) == ("DECLINECOUNTER", "v@studio.example"), declined.stdout)
    u.run("--yes", "invite", event, "--set", "start=2027-04-05T15:00")
    everyone(u, v)
    check(answers(v, event)["v"] == "pending", f"the guest sees {answers(v, event)}")
    rows = [json.loads(row) for row in v.events("2027-04-05", "2027-04-06")]
    check([row["start"] for row in rows] == ["2027-04-05T15:00:00+02:00"], f"the guest sees {rows}")


def delegate(u, v, w):
    """The server sends the delegator's reply. The delegator emails the delegate's invitation."""
    event = meeting(u, "Visit", "v@studio.example", start="2027-04-06T10:00")
    everyone(u, v)
    result = v.run("--yes", "delegate", event, "w@studio.example")
    check(method(result.stdout) == ("REQUEST", "w@studio.example"), result.stdout)
    check("send the reply to u@studio.example" in result.stderr, result.stderr)
    check("does not send invitations of delegates" in result.stderr, result.stderr)
    everyone(v, u)
    check(answers(u, event)["v"] == "delegated", f"the organizer sees {answers(u, event)}")
    taken = w.run("--yes", "process", "--to", "home/personal", input=result.stdout)
    check("added 1" in taken.stdout, f"{taken.stdout}{taken.stderr}")
    answer(w, "accept", event)
    everyone(w, u, v)
    check(answers(u, event).get("w") == "accepted", f"the organizer sees {answers(u, event)}")


def removed_guest(u, v, w):
    """A removed guest gets a cancellation, and the others keep the event."""
    event = meeting(u, "Dinner", "v@studio.example", "w@studio.example", start="2027-04-07T18:00")
    everyone(u, v, w)
    result = u.run("--yes", "invite", event, "--remove", "w@studio.example")
    check(result.stdout == "" and "send the cancellation to w@" in result.stderr, f"{result.stdout}{result.stderr}")
    everyone(u, v, w)
    (row,) = (json.loads(row) for row in w.events("2027-04-07", "2027-04-08"))
    check(row["status"] == "cancelled", f"the removed guest sees {row}")
    (row,) = (json.loads(row) for row in v.events("2027-04-07", "2027-04-08"))
    check(row["status"] != "cancelled", f"the other guest sees {row}")


def cancel(u, v, w):
    event = meeting(u, "Concert", "v@studio.example", start="2027-04-08T18:00")
    everyone(u, v)
    answer(v, "accept", event)
    everyone(v, u)
    u.run("--yes", "invite", event, "--cancel")
    everyone(u, v)
    (row,) = (json.loads(row) for row in v.events("2027-04-08", "2027-04-09"))
    check(row["status"] == "cancelled", f"the guest sees {row}")


def removed_by_guest(u, v, w):
    """A guest who removes the event declines it."""
    event = meeting(u, "Party", "v@studio.example", start="2027-04-09T18:00")
    everyone(u, v)
    result = v.run("--yes", "remove", event)
    check("will notify the organizer that you have declined" in result.stderr, result.stderr)
    everyone(v, u)
    check(answers(u, event)["v"] == "declined", f"the organizer sees {answers(u, event)}")


def own_mail(u, v, w):
    """Attendees with SCHEDULE-AGENT=CLIENT get an email from the organizer, and those with NONE get nothing."""
    event = meeting(u, "Talk", "v@studio.example", start="2027-04-12T10:00")
    for agent, expected in ("CLIENT", ("REQUEST", "v@studio.example")), ("NONE", None):
        (file,) = (file for file in (u.folder / "home/personal").glob("*.ics") if b"SUMMARY:Talk" in file.read_bytes())
        text = file.read_bytes().replace(b"\r\n ", b"").decode()
        for old in "CLIENT", "NONE":
            text = text.replace(f";SCHEDULE-AGENT={old}", "")
        file.write_bytes(text.replace(":mailto:v@", f";SCHEDULE-AGENT={agent}:mailto:v@").encode())
        result = u.run("--yes", "invite", event, "--set", f"location={agent}")
        sent = method(result.stdout) if result.stdout else None
        check(sent == expected and "the server of account" not in result.stderr, f"{result.stdout}{result.stderr}")
    everyone(u, v, w)
    check(v.events("2027-04-12", "2027-04-13") == [], "the server invited a guest whom it must not invite")


def busy_times(u, v, w):
    """The organizer can see when guests are busy and when everyone is free."""
    v.add("Dentist", calendar="home/personal", start="2027-06-01T10:00")
    w.add("Class", calendar="home/personal", start="2027-06-01T13:00")
    u.add("Call", calendar="home/personal", start="2027-06-01T09:00")
    everyone(u, v, w)
    window = ("--from", "2027-06-01", "--to", "2027-06-02", "--time-zone", "Europe/Berlin")
    found = u.run("--yes", "free", "--with", "v@studio.example", "w@studio.example", *window).stdout.splitlines()
    check(found == [
        "v@studio.example", "    2027-06-01 Tue  10:00-11:00",
        "w@studio.example", "    2027-06-01 Tue  13:00-14:00",
        "free", "    2027-06-01 Tue  11:00-13:00", "    2027-06-01 Tue  14:00-17:00",
    ], f"{found}")
    unknown = u.run("--yes", "free", "--with", "nobody@studio.example", *window, "--format", "ndjson", status=1)
    check("nobody@studio.example: busy times unknown: 5.1" in unknown.stderr, unknown.stderr)


SCENARIOS = [
    accept_and_decline, change_of_mind, occurrences, propose, delegate, removed_guest, cancel, removed_by_guest, own_mail, busy_times,
]
