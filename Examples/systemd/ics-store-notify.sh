#!/bin/sh
# Shows an alarm on the desktop; ics-store runs it with the alarm in the environment.
exec notify-send --app-name=Calendar -- "$ICS_TITLE" "$ICS_TEXT"
