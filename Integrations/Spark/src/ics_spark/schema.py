"""The columns of the result: the fields of Corpus/schema/ics-expand.schema.json, with types."""

# The types of the fields in the lines from ics-expand.
LINES = """{
    key: 'JSON', error: 'VARCHAR', uid: 'VARCHAR', summary: 'VARCHAR', start: 'VARCHAR', "end": 'VARCHAR',
    timeZone: 'VARCHAR', allDay: 'BOOLEAN', recurrenceId: 'VARCHAR', isDetached: 'BOOLEAN', status: 'VARCHAR',
    location: 'VARCHAR', description: 'VARCHAR', url: 'VARCHAR', categories: 'VARCHAR[]',
    organizer: 'STRUCT(name VARCHAR, email VARCHAR)',
    attendees: 'STRUCT(name VARCHAR, email VARCHAR, status VARCHAR, role VARCHAR, "type" VARCHAR)[]',
    calendar: 'VARCHAR', method: 'VARCHAR', line: 'BIGINT'
}"""


def rows(source, zone, form):
    """Returns the query for the rows of the result, without the partition columns."""
    # The key is the name of a file. A part has the name of its file, but different line numbers.
    key, is_file = "key ->> '$'", "true"
    if form != "json":
        key, is_file = "getvariable('names')[key::BIGINT]", "NOT getvariable('parts')[key::BIGINT]"
    return f"""
        WITH lines AS (SELECT *, length(start) = 10 AS isDay FROM {source}),
        times AS (SELECT *, {instant("start", zone)} AS first, {instant('"end"', zone)} AS last FROM lines)
        SELECT
            {key} AS key, error, uid, summary, first AS start, last AS "end",
            CASE WHEN isDay THEN start::DATE END AS startDate, CASE WHEN isDay THEN "end"::DATE END AS endDate,
            coalesce(allDay, false) AS allDay, NOT isDay AND timeZone IS NULL AS isFloating,
            timeZone, recurrenceId, coalesce(isDetached, false) AS isDetached, status, location, description, url,
            categories, organizer, attendees, calendar, method, CASE WHEN error IS NULL AND {is_file} THEN line END AS line
        FROM times
    """


def instant(column, zone):
    """Returns the SQL expression for the instant of a time. Dates and times without an offset use the zone.

    As in ics-expand, a repeated local time means its first occurrence. DuckDB would use the second.
    """
    if zone == "UTC":
        return f"{column}::TIMESTAMPTZ"
    text = zone.replace("'", "''")
    local, second = f"{column}::TIMESTAMP", f"timezone('{text}', {column}::TIMESTAMP)"
    day_before = f"{second} - INTERVAL 24 HOUR"
    first = f"timezone('UTC', {local} - (timezone('{text}', {day_before}) - timezone('UTC', {day_before})))"
    return (
        f"CASE WHEN length({column}) > 19 THEN {column}::TIMESTAMPTZ "
        f"WHEN {first} < {second} AND timezone('{text}', {first}) = {local} THEN {first} ELSE {second} END"
    )
