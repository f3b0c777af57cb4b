#ifndef LIBICAL_LOADER_H
#define LIBICAL_LOADER_H

#include <stdbool.h>

/* Loads libical and returns whether a usable version (3.0.x) is installed. */
bool libical_load(void);

#endif
