/* Reads a whole file into memory, and measures time. */
#ifndef CALENDAR_TEXT_H
#define CALENDAR_TEXT_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* Returns the bytes of a file followed by NUL. Ends the program if the file cannot be read. */
static inline char *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    struct stat status;
    if (!file || fstat(fileno(file), &status) != 0) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        exit(1);
    }
    size_t size = (size_t)status.st_size;
    char *text = malloc(size + 1);
    if (!text || fread(text, 1, size, file) != size) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(1);
    }
    fclose(file);
    text[size] = 0;
    *length = size;
    return text;
}

/* Returns the time of a monotonic clock in seconds. */
static inline double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

#endif
