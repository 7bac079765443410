// SPDX-License-Identifier: Apache-2.0
//
// libcurl for Swift: its variadic functions, which Swift does not import, with one function for each type of argument.

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

#include <curl/curl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <stdbool.h>

/* The oldest version with what is used here: the URL API's Punycode, and CURLOPT_QUICK_EXIT. */
#if LIBCURL_VERSION_NUM < 0x075800
#error "libcurl 7.88 or later is needed."
#endif

static inline CURLcode ccu_set_number(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode ccu_set_size(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode ccu_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode ccu_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode ccu_set_lines(CURL *easy, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(easy, option, value);
}
/* For CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION. */
static inline CURLcode ccu_set_receiver(CURL *easy, CURLoption option, curl_write_callback value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode ccu_set_sender(CURL *easy, curl_read_callback value) {
    return curl_easy_setopt(easy, CURLOPT_READFUNCTION, value);
}
static inline CURLcode ccu_set_seek(CURL *easy, curl_seek_callback value) {
    return curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, value);
}
static inline CURLcode ccu_set_before_request(CURL *easy, curl_prereq_callback value) {
    return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, value);
}
static inline CURLcode ccu_set_progress(CURL *easy, curl_xferinfo_callback value) {
    return curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, value);
}
static inline CURLcode ccu_set_open_socket(CURL *easy, curl_opensocket_callback value) {
    return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, value);
}
static inline CURLcode ccu_set_close_socket(CURL *easy, curl_closesocket_callback value) {
    return curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, value);
}

static inline CURLcode ccu_get_number(CURL *easy, CURLINFO info, long *value) {
    return curl_easy_getinfo(easy, info, value);
}
static inline CURLcode ccu_get_size(CURL *easy, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(easy, info, value);
}
static inline CURLcode ccu_get_text(CURL *easy, CURLINFO info, const char **value) {
    return curl_easy_getinfo(easy, info, value);
}
static inline void *ccu_get_private(CURL *easy) {
    void *value = NULL;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &value);
    return value;
}

/* Has the system take no more than about this number of bytes that it cannot send yet (TCP_NOTSENT_LOWAT, tcp(7)). */
static inline int ccu_limit_unsent(int socket, int bytes) {
    return setsockopt(socket, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &bytes, sizeof bytes);
}

/* Whether the server has ended TLS (close_notify); also if libcurl uses another library than OpenSSL, which tells itself
   when it has not. */
static inline bool ccu_is_tls_ended(CURL *easy) {
    struct curl_tlssessioninfo *session = NULL;
    curl_easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &session);
    if (session == NULL || session->backend != CURLSSLBACKEND_OPENSSL) return true;
    if (session->internals == NULL) return false;
    return (SSL_get_shutdown(session->internals) & SSL_RECEIVED_SHUTDOWN) != 0;
}

static inline CURLMcode ccu_multi_set_number(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}
static inline CURLMcode ccu_multi_set_pointer(CURLM *multi, CURLMoption option, void *value) {
    return curl_multi_setopt(multi, option, value);
}
static inline CURLMcode ccu_multi_set_socket_change(CURLM *multi, curl_socket_callback value) {
    return curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, value);
}
static inline CURLMcode ccu_multi_set_timer_change(CURLM *multi, curl_multi_timer_callback value) {
    return curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, value);
}

/* The easy handle and the result of a message, which are in a union. */
static inline CURL *ccu_message_easy(const CURLMsg *message) { return message->easy_handle; }
static inline CURLcode ccu_message_result(const CURLMsg *message) { return message->data.result; }

#endif
#endif
