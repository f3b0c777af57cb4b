/* The only interface to libcurl, which is loaded on first use. Only Sources/ICalendarNetwork/System imports it.
 *
 * Swift cannot call libcurl's variadic functions. This header does not include curl.h, so programs that import this
 * module do not need libcurl's headers. */
#ifndef CCURL_H
#define CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A transfer and its connections, which stay open for the next transfer. Only one thread at a time may use it. */
typedef struct ccurl ccurl;

/* Receives bytes and returns whether the transfer continues. */
typedef bool (*ccurl_receiver)(void *context, const uint8_t *bytes, size_t count);

typedef enum {
    CCURL_URL,
    CCURL_METHOD,
    CCURL_USER,
    CCURL_PASSWORD,
    CCURL_BEARER,
    CCURL_AUTHORITIES,
    CCURL_PIN,
    CCURL_CERTIFICATE,
    CCURL_KEY,
    /* An empty string disables the proxy. If unset, the environment variables apply. */
    CCURL_PROXY,
} ccurl_text;

typedef enum {
    CCURL_ANYONE,
    CCURL_BASIC,
    CCURL_DIGEST,
    CCURL_TOKEN,
} ccurl_scheme;

/* The computers that the transfer may connect to. */
typedef enum {
    CCURL_EVERYWHERE,
    CCURL_THIS_COMPUTER,
    CCURL_OTHER_COMPUTERS,
} ccurl_reach;

typedef enum {
    CCURL_SUCCESS,
    /* libcurl is not installed, too old, or lacks a feature that a setting needs. */
    CCURL_MISSING,
    CCURL_UNREACHABLE,
    CCURL_UNTRUSTED,
    CCURL_TIMED_OUT,
    CCURL_CUT_OFF,
    CCURL_TOO_LARGE,
    CCURL_REFUSED,
    /* A receiver returned false. */
    CCURL_STOPPED,
    /* The address is outside the allowed reach. */
    CCURL_OUT_OF_REACH,
    CCURL_MALFORMED,
} ccurl_result;

/* Loads libcurl and returns whether a usable version is installed. */
bool ccurl_load(void);

/* Returns null if libcurl is missing or memory is exhausted. */
ccurl *ccurl_new(void);
void ccurl_free(ccurl *transfer);

/* Forgets all settings and credentials of the previous transfer, but keeps its connections. */
ccurl_result ccurl_reset(ccurl *transfer, ccurl_scheme scheme, ccurl_reach reach, long connect_milliseconds);
ccurl_result ccurl_set(ccurl *transfer, ccurl_text name, const char *value);
ccurl_result ccurl_add_header(ccurl *transfer, const char *line);
/* Copies a body, which can be empty. */
ccurl_result ccurl_set_body(ccurl *transfer, const uint8_t *bytes, size_t count);

/* Starts the transfer. The context must remain valid until ccurl_stop. */
ccurl_result ccurl_start(ccurl *transfer, ccurl_receiver fields, ccurl_receiver body, void *context);
/* Transfers available data, then waits for more until the timeout. */
ccurl_result ccurl_step(ccurl *transfer, int milliseconds, bool *is_finished);
/* Ends the transfer, whether or not it succeeded. */
void ccurl_stop(ccurl *transfer);

/* Ends the wait in ccurl_step. Can be called on any thread. */
void ccurl_wake(ccurl *transfer);

/* Returns the number of body bytes received, before decompression. */
int64_t ccurl_received(ccurl *transfer);
/* Returns the number of bytes sent. */
int64_t ccurl_sent(ccurl *transfer);
/* Returns libcurl's message for the last failure, which can contain text from the server. */
const char *ccurl_reason(ccurl *transfer);

#endif
