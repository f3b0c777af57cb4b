/* Loads libcurl on first use and forwards calls to it.
 *
 * Programs are not linked with libcurl, because few of them use the network, and loading libcurl with its TLS library
 * takes longer than printing a small calendar. */
#include "CCurl.h"

#ifdef NETWORK

#if !__has_include(<curl/curl.h>)
#error "libcurl is not installed: apt-get install libcurl4-openssl-dev"
#else

/* Disable the macros that check the types of variadic arguments; they call functions that are not loaded. */
#define CURL_DISABLE_TYPECHECK
#include <arpa/inet.h>
#include <curl/curl.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Undefine macros that add type checks or change the number of arguments. */
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

#define FUNCTIONS(X) \
    X(curl_easy_cleanup) X(curl_easy_getinfo) X(curl_easy_init) X(curl_easy_reset) X(curl_easy_setopt) \
    X(curl_easy_strerror) X(curl_global_init) X(curl_multi_add_handle) X(curl_multi_cleanup) \
    X(curl_multi_info_read) X(curl_multi_init) X(curl_multi_perform) X(curl_multi_poll) \
    X(curl_multi_remove_handle) X(curl_multi_setopt) X(curl_multi_wakeup) X(curl_slist_append) \
    X(curl_slist_free_all)

#define ADDRESS(name) static __typeof__(name) *to_##name;
FUNCTIONS(ADDRESS)

static bool is_loaded = false;

static void load(void) {
#ifdef __APPLE__
    const char *names[] = {"libcurl.4.dylib", "/usr/lib/libcurl.4.dylib"};
#else
    const char *names[] = {"libcurl.so.4"};
#endif
    void *library = NULL;
    for (size_t index = 0; !library && index < sizeof names / sizeof *names; index += 1) {
        library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    }
    if (!library) return;
    /* A library with curl_multi_wakeup is version 7.68 or later. */
#define FIND(name) \
    to_##name = (__typeof__(to_##name))dlsym(library, #name); \
    if (!to_##name) return;
    FUNCTIONS(FIND)
    is_loaded = to_curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

bool ccurl_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

struct ccurl {
    CURL *easy;
    CURLM *multi;
    struct curl_slist *lines;
    ccurl_receiver fields, body;
    void *context;
    ccurl_reach reach;
    bool is_running, is_out_of_reach;
    char reason[CURL_ERROR_SIZE];
};

ccurl *ccurl_new(void) {
    if (!ccurl_load()) return NULL;
    ccurl *transfer = calloc(1, sizeof *transfer);
    if (!transfer) return NULL;
    transfer->easy = to_curl_easy_init();
    transfer->multi = to_curl_multi_init();
    if (!transfer->easy || !transfer->multi) {
        ccurl_free(transfer);
        return NULL;
    }
    to_curl_multi_setopt(transfer->multi, CURLMOPT_MAXCONNECTS, 2L);
    return transfer;
}

void ccurl_free(ccurl *transfer) {
    if (!transfer) return;
    ccurl_stop(transfer);
    if (transfer->easy) to_curl_easy_cleanup(transfer->easy);
    if (transfer->multi) to_curl_multi_cleanup(transfer->multi);
    to_curl_slist_free_all(transfer->lines);
    free(transfer);
}

/* Returns whether an address belongs to this computer. */
static bool is_own(const struct sockaddr *address) {
    if (address->sa_family == AF_INET) {
        uint32_t number = ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr);
        return number >> 24 == 127 || number >> 24 == 0;
    }
    if (address->sa_family != AF_INET6) return true;
    const struct in6_addr *number = &((const struct sockaddr_in6 *)address)->sin6_addr;
    if (IN6_IS_ADDR_V4MAPPED(number) || IN6_IS_ADDR_V4COMPAT(number)) {
        return number->s6_addr[12] == 127 || number->s6_addr[12] == 0;
    }
    return IN6_IS_ADDR_LOOPBACK(number) || IN6_IS_ADDR_UNSPECIFIED(number);
}

/* Checks the address that a name resolves to, and creates a socket that child processes do not inherit. */
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    ccurl *transfer = context;
    (void)purpose;
    if (transfer->reach != CCURL_EVERYWHERE
        && is_own(&address->addr) != (transfer->reach == CCURL_THIS_COMPUTER)) {
        transfer->is_out_of_reach = true;
        return CURL_SOCKET_BAD;
    }
#ifdef SOCK_CLOEXEC
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
#else
    int number = socket(address->family, address->socktype, address->protocol);
    if (number >= 0) fcntl(number, F_SETFD, FD_CLOEXEC);
    return number;
#endif
}

static size_t receive_fields(char *bytes, size_t size, size_t count, void *context) {
    ccurl *transfer = context;
    return transfer->fields(transfer->context, (const uint8_t *)bytes, size * count) ? size * count : 0;
}

static size_t receive_body(char *bytes, size_t size, size_t count, void *context) {
    ccurl *transfer = context;
    return transfer->body(transfer->context, (const uint8_t *)bytes, size * count) ? size * count : 0;
}

static ccurl_result result(ccurl *transfer, CURLcode code) {
    if (code != CURLE_OK && !transfer->reason[0]) {
        strncpy(transfer->reason, to_curl_easy_strerror(code), CURL_ERROR_SIZE - 1);
    }
    switch ((int)code) {
    case CURLE_OK: return CCURL_SUCCESS;
    case CURLE_FAILED_INIT:
    case CURLE_NOT_BUILT_IN:
    case CURLE_UNKNOWN_OPTION: return CCURL_MISSING;
    case CURLE_COULDNT_CONNECT:
        return transfer->is_out_of_reach ? CCURL_OUT_OF_REACH : CCURL_UNREACHABLE;
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_INTERFACE_FAILED:
    case 97 /* CURLE_PROXY, since 7.73 */: return CCURL_UNREACHABLE;
    case CURLE_PEER_FAILED_VERIFICATION:
    case 51 /* CURLE_SSL_CACERT before 7.62 */:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CRL_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
    case 98 /* CURLE_SSL_CLIENTCERT, since 7.77 */: return CCURL_UNTRUSTED;
    case CURLE_OPERATION_TIMEDOUT: return CCURL_TIMED_OUT;
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM: return CCURL_CUT_OFF;
    case CURLE_OUT_OF_MEMORY:
    case CURLE_FILESIZE_EXCEEDED:
    case 100 /* CURLE_TOO_LARGE, since 8.6 */: return CCURL_TOO_LARGE;
    /* Redirects are not followed, so these are repeated requests for credentials. */
    case CURLE_TOO_MANY_REDIRECTS:
    case CURLE_LOGIN_DENIED: return CCURL_REFUSED;
    case CURLE_WRITE_ERROR: return CCURL_STOPPED;
    default: return CCURL_MALFORMED;
    }
}

#define SET(option, value) \
    do { \
        CURLcode code = to_curl_easy_setopt(transfer->easy, option, value); \
        if (code != CURLE_OK) return result(transfer, code); \
    } while (0)

#pragma GCC diagnostic push
/* Every version accepts protocol numbers; protocol names require 7.85. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

ccurl_result ccurl_reset(ccurl *transfer, ccurl_scheme scheme, ccurl_reach reach, long connect_milliseconds) {
    ccurl_stop(transfer);
    to_curl_easy_reset(transfer->easy);
    to_curl_slist_free_all(transfer->lines);
    transfer->lines = NULL;
    transfer->reason[0] = 0;
    transfer->reach = reach;
    transfer->is_out_of_reach = false;
    SET(CURLOPT_ERRORBUFFER, transfer->reason);
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
    SET(CURLOPT_FOLLOWLOCATION, 0L);
    /* The limit also counts repeated requests with credentials. */
    SET(CURLOPT_MAXREDIRS, 2L);
    SET(CURLOPT_HTTP09_ALLOWED, 0L);
    SET(CURLOPT_PATH_AS_IS, 1L);
    SET(CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    SET(CURLOPT_TCP_KEEPALIVE, 1L);
    SET(CURLOPT_CONNECTTIMEOUT_MS, connect_milliseconds);
    SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    SET(CURLOPT_HEADEROPT, (long)CURLHEADER_SEPARATE);
    SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    SET(CURLOPT_SSL_VERIFYPEER, 1L);
    SET(CURLOPT_SSL_VERIFYHOST, 2L);
    SET(CURLOPT_OPENSOCKETFUNCTION, open_socket);
    SET(CURLOPT_OPENSOCKETDATA, transfer);
    /* An open connection may have been made for a request that can reach this computer. */
    if (reach == CCURL_OTHER_COMPUTERS) SET(CURLOPT_FRESH_CONNECT, 1L);
    SET(CURLOPT_HEADERFUNCTION, receive_fields);
    SET(CURLOPT_HEADERDATA, transfer);
    SET(CURLOPT_WRITEFUNCTION, receive_body);
    SET(CURLOPT_WRITEDATA, transfer);
    SET(CURLOPT_USERAGENT, "swift-icalendar");
    switch (scheme) {
    case CCURL_ANYONE: break;
    case CCURL_BASIC: SET(CURLOPT_HTTPAUTH, (long)CURLAUTH_BASIC); break;
    case CCURL_DIGEST: SET(CURLOPT_HTTPAUTH, (long)CURLAUTH_DIGEST); break;
    case CCURL_TOKEN: SET(CURLOPT_HTTPAUTH, (long)CURLAUTH_BEARER); break;
    }
    /* Decompress every compressed response, even if the request disallows compression. A library without support for
     * compression ignores this setting and requests none. */
    to_curl_easy_setopt(transfer->easy, CURLOPT_ACCEPT_ENCODING, "gzip");
#if LIBCURL_VERSION_NUM >= 0x075700
    /* Otherwise, ending a transfer waits until its host name is resolved. */
    to_curl_easy_setopt(transfer->easy, CURLOPT_QUICK_EXIT, 1L);
#endif
    return CCURL_SUCCESS;
}

#pragma GCC diagnostic pop

ccurl_result ccurl_set(ccurl *transfer, ccurl_text name, const char *value) {
    switch (name) {
    case CCURL_URL: SET(CURLOPT_URL, value); break;
    case CCURL_METHOD: SET(CURLOPT_CUSTOMREQUEST, value); break;
    case CCURL_USER: SET(CURLOPT_USERNAME, value); break;
    case CCURL_PASSWORD: SET(CURLOPT_PASSWORD, value); break;
    case CCURL_BEARER: SET(CURLOPT_XOAUTH2_BEARER, value); break;
    case CCURL_AUTHORITIES:
        SET(CURLOPT_CAINFO, value);
        /* Otherwise, the system's folder of authorities would also be trusted. */
        SET(CURLOPT_CAPATH, NULL);
        break;
    case CCURL_PIN: SET(CURLOPT_PINNEDPUBLICKEY, value); break;
    case CCURL_CERTIFICATE: SET(CURLOPT_SSLCERT, value); break;
    case CCURL_KEY: SET(CURLOPT_SSLKEY, value); break;
    case CCURL_PROXY: SET(CURLOPT_PROXY, value); break;
    }
    return CCURL_SUCCESS;
}

ccurl_result ccurl_add_header(ccurl *transfer, const char *line) {
    struct curl_slist *lines = to_curl_slist_append(transfer->lines, line);
    if (!lines) return CCURL_TOO_LARGE;
    transfer->lines = lines;
    return CCURL_SUCCESS;
}

ccurl_result ccurl_set_body(ccurl *transfer, const uint8_t *bytes, size_t count) {
    SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    SET(CURLOPT_COPYPOSTFIELDS, count ? (const char *)bytes : "");
    return CCURL_SUCCESS;
}

ccurl_result ccurl_start(ccurl *transfer, ccurl_receiver fields, ccurl_receiver body, void *context) {
    transfer->fields = fields;
    transfer->body = body;
    transfer->context = context;
    SET(CURLOPT_HTTPHEADER, transfer->lines);
    if (to_curl_multi_add_handle(transfer->multi, transfer->easy) != CURLM_OK) return CCURL_MISSING;
    transfer->is_running = true;
    return CCURL_SUCCESS;
}

ccurl_result ccurl_step(ccurl *transfer, int milliseconds, bool *is_finished) {
    int running = 0;
    *is_finished = false;
    if (to_curl_multi_perform(transfer->multi, &running) != CURLM_OK) return CCURL_MALFORMED;
    int left = 0;
    for (CURLMsg *message; (message = to_curl_multi_info_read(transfer->multi, &left));) {
        if (message->msg != CURLMSG_DONE) continue;
        *is_finished = true;
        return result(transfer, message->data.result);
    }
    if (to_curl_multi_poll(transfer->multi, NULL, 0, milliseconds, NULL) != CURLM_OK) return CCURL_MALFORMED;
    return CCURL_SUCCESS;
}

void ccurl_stop(ccurl *transfer) {
    if (!transfer->is_running) return;
    to_curl_multi_remove_handle(transfer->multi, transfer->easy);
    transfer->is_running = false;
    transfer->context = NULL;
}

void ccurl_wake(ccurl *transfer) { to_curl_multi_wakeup(transfer->multi); }

static int64_t size(ccurl *transfer, CURLINFO name) {
    curl_off_t value = 0;
    return to_curl_easy_getinfo(transfer->easy, name, &value) == CURLE_OK ? (int64_t)value : 0;
}

int64_t ccurl_received(ccurl *transfer) { return size(transfer, CURLINFO_SIZE_DOWNLOAD_T); }

int64_t ccurl_sent(ccurl *transfer) { return size(transfer, CURLINFO_SIZE_UPLOAD_T); }

const char *ccurl_reason(ccurl *transfer) { return transfer->reason; }

#endif
#else

bool ccurl_load(void) { return false; }

#endif
