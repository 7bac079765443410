// SPDX-License-Identifier: Apache-2.0
//
// libcurl for Swift, which is loaded when it is called first: it and the thirty libraries that it needs would cost every
// start of a program that only adds to a queue, or lists it, four milliseconds. Its variadic functions, which Swift does
// not import, have one function for each type of argument.

#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

#ifndef __linux__
#error "Reachability is for Linux."
#endif

// Without the headers, nothing else is compiled, so that this is the only error.
#if !__has_include(<curl/curl.h>) || !__has_include(<openssl/ssl.h>)
#error "libcurl is missing. On Debian and Ubuntu: apt install libcurl4-openssl-dev libssl-dev libsqlite3-dev."
#else

/* CURL is a type of its own then, as in later versions of libcurl, instead of void. */
#ifndef CURL_STRICTER
#define CURL_STRICTER
#endif

#include "../CLazyLibrary/lazy-library.h"
#include <curl/curl.h>
#include <locale.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <stdbool.h>

/* The oldest version with what is used here: the URL API's Punycode, and CURLOPT_QUICK_EXIT. */
#if LIBCURL_VERSION_NUM < 0x075800
#error "libcurl 7.88 or later is needed."
#endif

LAZY_LIBRARY(ccu, "libcurl.so.4", "HTTP cannot be used")

/* Finds a function by the type that its header declares. Those of OpenSSL are found with libcurl, which is linked with it. */
#define CCU_FIND(function) LAZY_FIND(ccu, function)
#define CCU_CALL(...) LAZY_CALL(ccu, __VA_ARGS__)

static inline CURLcode ccu_global_init(long flags) { CCU_CALL(curl_global_init, flags); }
static inline void ccu_free(void *memory) { CCU_CALL(curl_free, memory); }

static inline struct curl_slist *ccu_slist_append(struct curl_slist *list, const char *text) {
    CCU_CALL(curl_slist_append, list, text);
}
static inline void ccu_slist_free_all(struct curl_slist *list) { CCU_CALL(curl_slist_free_all, list); }

static inline CURLU *ccu_url(void) { CCU_CALL(curl_url); }
static inline void ccu_url_cleanup(CURLU *url) { CCU_CALL(curl_url_cleanup, url); }
static inline CURLUcode ccu_url_set(CURLU *url, CURLUPart part, const char *text, unsigned flags) {
    CCU_CALL(curl_url_set, url, part, text, flags);
}
static inline CURLUcode ccu_url_get(CURLU *url, CURLUPart part, char **text, unsigned flags) {
    CCU_CALL(curl_url_get, url, part, text, flags);
}
static inline const char *ccu_url_strerror(CURLUcode code) { CCU_CALL(curl_url_strerror, code); }

static inline CURL *ccu_easy_init(void) { CCU_CALL(curl_easy_init); }
static inline void ccu_easy_cleanup(CURL *easy) { CCU_CALL(curl_easy_cleanup, easy); }
static inline CURLcode ccu_easy_pause(CURL *easy, int mask) { CCU_CALL(curl_easy_pause, easy, mask); }
static inline const char *ccu_easy_strerror(CURLcode code) { CCU_CALL(curl_easy_strerror, code); }

static inline CURLcode ccu_set_number(CURL *easy, CURLoption option, long value) {
    CCU_CALL(curl_easy_setopt, easy, option, value);
}
static inline CURLcode ccu_set_size(CURL *easy, CURLoption option, curl_off_t value) {
    CCU_CALL(curl_easy_setopt, easy, option, value);
}
static inline CURLcode ccu_set_text(CURL *easy, CURLoption option, const char *value) {
    CCU_CALL(curl_easy_setopt, easy, option, value);
}
static inline CURLcode ccu_set_pointer(CURL *easy, CURLoption option, void *value) {
    CCU_CALL(curl_easy_setopt, easy, option, value);
}
static inline CURLcode ccu_set_lines(CURL *easy, CURLoption option, struct curl_slist *value) {
    CCU_CALL(curl_easy_setopt, easy, option, value);
}
/* For CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION. */
static inline CURLcode ccu_set_receiver(CURL *easy, CURLoption option, curl_write_callback value) {
    CCU_CALL(curl_easy_setopt, easy, option, value);
}
static inline CURLcode ccu_set_sender(CURL *easy, curl_read_callback value) {
    CCU_CALL(curl_easy_setopt, easy, CURLOPT_READFUNCTION, value);
}
static inline CURLcode ccu_set_seek(CURL *easy, curl_seek_callback value) {
    CCU_CALL(curl_easy_setopt, easy, CURLOPT_SEEKFUNCTION, value);
}
static inline CURLcode ccu_set_before_request(CURL *easy, curl_prereq_callback value) {
    CCU_CALL(curl_easy_setopt, easy, CURLOPT_PREREQFUNCTION, value);
}
static inline CURLcode ccu_set_progress(CURL *easy, curl_xferinfo_callback value) {
    CCU_CALL(curl_easy_setopt, easy, CURLOPT_XFERINFOFUNCTION, value);
}
static inline CURLcode ccu_set_open_socket(CURL *easy, curl_opensocket_callback value) {
    CCU_CALL(curl_easy_setopt, easy, CURLOPT_OPENSOCKETFUNCTION, value);
}
static inline CURLcode ccu_set_close_socket(CURL *easy, curl_closesocket_callback value) {
    CCU_CALL(curl_easy_setopt, easy, CURLOPT_CLOSESOCKETFUNCTION, value);
}

static inline CURLcode ccu_get_number(CURL *easy, CURLINFO info, long *value) {
    CCU_CALL(curl_easy_getinfo, easy, info, value);
}
static inline CURLcode ccu_get_size(CURL *easy, CURLINFO info, curl_off_t *value) {
    CCU_CALL(curl_easy_getinfo, easy, info, value);
}
static inline void *ccu_get_private(CURL *easy) {
    CCU_FIND(curl_easy_getinfo);
    void *value = NULL;
    call(easy, CURLINFO_PRIVATE, &value);
    return value;
}

/* The ASCII form of a host's name (IDNA). libcurl takes the name for a text in the encoding of the locale, which is the
   thread's for as long as this takes: names are UTF-8 here, and the program may have set no locale. */
static inline CURLUcode ccu_url_get_ascii_host(CURLU *url, char **text) {
    locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    locale_t before = utf8 ? uselocale(utf8) : (locale_t)0;
    CURLUcode result = ccu_url_get(url, CURLUPART_HOST, text, CURLU_PUNYCODE);
    if (utf8) {
        uselocale(before);
        freelocale(utf8);
    }
    return result;
}

/* Has the system take no more than about this number of bytes that it cannot send yet (TCP_NOTSENT_LOWAT, tcp(7)). */
static inline int ccu_limit_unsent(int socket, int bytes) {
    return setsockopt(socket, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &bytes, sizeof bytes);
}

static inline CURLcode ccu_get_tls_session(CURL *easy, struct curl_tlssessioninfo **value) {
    CCU_CALL(curl_easy_getinfo, easy, CURLINFO_TLS_SSL_PTR, value);
}

/* Whether the server has ended TLS (close_notify); also if libcurl uses another library than OpenSSL, which tells itself
   when it has not. */
static inline bool ccu_is_tls_ended(CURL *easy) {
    struct curl_tlssessioninfo *session = NULL;
    ccu_get_tls_session(easy, &session);
    if (session == NULL || session->backend != CURLSSLBACKEND_OPENSSL) return true;
    if (session->internals == NULL) return false;
    CCU_FIND(SSL_get_shutdown);
    return (call(session->internals) & SSL_RECEIVED_SHUTDOWN) != 0;
}

static inline CURLM *ccu_multi_init(void) { CCU_CALL(curl_multi_init); }
static inline CURLMcode ccu_multi_cleanup(CURLM *multi) { CCU_CALL(curl_multi_cleanup, multi); }
static inline CURLMcode ccu_multi_add_handle(CURLM *multi, CURL *easy) {
    CCU_CALL(curl_multi_add_handle, multi, easy);
}
static inline CURLMcode ccu_multi_remove_handle(CURLM *multi, CURL *easy) {
    CCU_CALL(curl_multi_remove_handle, multi, easy);
}
static inline CURLMsg *ccu_multi_info_read(CURLM *multi, int *left) {
    CCU_CALL(curl_multi_info_read, multi, left);
}
static inline CURLMcode ccu_multi_socket_action(CURLM *multi, curl_socket_t socket, int events,
                                                int *running) {
    CCU_CALL(curl_multi_socket_action, multi, socket, events, running);
}

static inline CURLMcode ccu_multi_set_number(CURLM *multi, CURLMoption option, long value) {
    CCU_CALL(curl_multi_setopt, multi, option, value);
}
static inline CURLMcode ccu_multi_set_pointer(CURLM *multi, CURLMoption option, void *value) {
    CCU_CALL(curl_multi_setopt, multi, option, value);
}
static inline CURLMcode ccu_multi_set_socket_change(CURLM *multi, curl_socket_callback value) {
    CCU_CALL(curl_multi_setopt, multi, CURLMOPT_SOCKETFUNCTION, value);
}
static inline CURLMcode ccu_multi_set_timer_change(CURLM *multi, curl_multi_timer_callback value) {
    CCU_CALL(curl_multi_setopt, multi, CURLMOPT_TIMERFUNCTION, value);
}

/* The easy handle and the result of a message, which are in a union. */
static inline CURL *ccu_message_easy(const CURLMsg *message) { return message->easy_handle; }
static inline CURLcode ccu_message_result(const CURLMsg *message) { return message->data.result; }

#endif
#endif
