/* Performs the minimum work of screening a calendar: finding the bounds of components and the lines with their times.
 * Uses memchr to find lines, and ignores folds and parameters.
 *
 *   scan FILE...        prints the numbers of components, date lines and recurrence lines */
#include "calendar_text.h"

static int starts(const char *line, size_t length, const char *name, size_t name_length)
{
    return length > name_length && memcmp(line, name, name_length) == 0;
}

int main(int count, char **arguments)
{
    size_t components = 0, dates = 0, rules = 0;
    for (int i = 1; i < count; i++) {
        size_t length;
        char *text = read_file(arguments[i], &length);
        const char *line = text, *end = text + length;
        while (line < end) {
            const char *stop = memchr(line, '\n', (size_t)(end - line));
            if (!stop) stop = end;
            size_t size = (size_t)(stop - line);
            switch (*line) {
            case 'B': components += starts(line, size, "BEGIN:", 6); break;
            case 'E': components += starts(line, size, "END:", 4); break;
            case 'D': dates += starts(line, size, "DTSTART", 7) || starts(line, size, "DTEND", 5); break;
            case 'R': rules += starts(line, size, "RRULE", 5) || starts(line, size, "RECURRENCE-ID", 13); break;
            }
            line = stop + 1;
        }
        free(text);
    }
    printf("%zu %zu %zu\n", components / 2, dates, rules);
    return 0;
}
