#!/bin/sh
# Shows an alarm on the desktop. ics-store passes the alarm in environment variables.
exec notify-send --app-name=Calendar -- "$ICS_TITLE" "$ICS_TEXT"
