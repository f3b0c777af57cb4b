/* Runs a command and appends the results to a file: wall, user and system time in seconds, the maximum resident
 * memory in kilobytes, and the exit status.
 *
 *   measure REPORT COMMAND...
 *
 * This program is small because the system counts the memory of the forking process as the command's own. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

int main(int count, char **arguments)
{
    if (count < 3) {
        fprintf(stderr, "usage: measure REPORT COMMAND...\n");
        return 64;
    }
    struct timespec start, end;
    struct rusage usage;
    int status;
    clock_gettime(CLOCK_MONOTONIC, &start);
    pid_t child = fork();
    if (child < 0) return 1;
    if (child == 0) {
        execvp(arguments[2], arguments + 2);
        perror(arguments[2]);
        _exit(127);
    }
    if (wait4(child, &status, 0, &usage) != child) return 1;
    clock_gettime(CLOCK_MONOTONIC, &end);
    FILE *report = fopen(arguments[1], "w");
    if (!report) return 1;
    long memory = usage.ru_maxrss;
#ifdef __APPLE__
    memory /= 1024;
#endif
    fprintf(report, "%.6f %.6f %.6f %ld %d\n",
            (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9,
            seconds(usage.ru_utime), seconds(usage.ru_stime), memory, status);
    fclose(report);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
