"""The columns of the result: the fields of Corpus/schema/ics-expand.schema.json, with types."""

import pyarrow as pa

PERSON = pa.struct([("name", pa.string()), ("email", pa.string())])
ATTENDEE = pa.struct([(name, pa.string()) for name in ("name", "email", "status", "role", "type")])

# The lines of ics-expand: the number of the record, and texts that Spark casts.
LINES = pa.schema([
    ("key", pa.int64()), ("error", pa.string()),
    ("uid", pa.string()), ("summary", pa.string()), ("start", pa.string()), ("end", pa.string()),
    ("timeZone", pa.string()), ("allDay", pa.bool_()), ("recurrenceId", pa.string()), ("isDetached", pa.bool_()),
    ("status", pa.string()), ("location", pa.string()), ("description", pa.string()), ("url", pa.string()),
    ("categories", pa.list_(pa.string())), ("organizer", PERSON), ("attendees", pa.list_(ATTENDEE)),
    ("calendar", pa.string()), ("method", pa.string()), ("line", pa.int64()),
])

PEOPLE = "struct<name: string, email: string, status: string, role: string, type: string>"

# The same after the record's own key is put back.
ROWS = (
    "key string, error string, uid string, summary string, start string, end string, timeZone string,"
    " allDay boolean, recurrenceId string, isDetached boolean, status string, location string, description string,"
    " url string, categories array<string>, organizer struct<name: string, email: string>,"
    f" attendees array<{PEOPLE}>, calendar string, method string, line bigint"
)
