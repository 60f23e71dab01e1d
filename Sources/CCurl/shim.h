#ifndef STORYTIME_CCURL_H
#define STORYTIME_CCURL_H

#include <curl/curl.h>

/* What Swift cannot call: variadic functions, one for each type that an option takes.
   https://curl.se/libcurl/c/curl_easy_setopt.html */

static inline CURLcode ccurl_set_number(CURL *curl, CURLoption option, long value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode ccurl_set_text(CURL *curl, CURLoption option, const char *value) {
    return curl_easy_setopt(curl, option, value);
}

/* The bytes must outlive the transfer. A null pointer would have libcurl read standard input. */
static inline CURLcode ccurl_set_body(CURL *curl, const void *bytes, curl_off_t count) {
    CURLcode code = curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, count);
    if (code != CURLE_OK) return code;
    return curl_easy_setopt(curl, CURLOPT_POSTFIELDS, bytes == (void *)0 ? "" : bytes);
}

static inline CURLcode ccurl_set_headers(CURL *curl, struct curl_slist *headers) {
    return curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
}

typedef size_t (*ccurl_sink)(char *bytes, size_t size, size_t count, void *context);

/* Where the content and the header lines go, piece by piece. */
static inline CURLcode ccurl_set_sinks(CURL *curl, ccurl_sink content, ccurl_sink header,
                                       void *context) {
    CURLcode code = curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, content);
    if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_WRITEDATA, context);
    if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, header);
    if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_HEADERDATA, context);
    return code;
}

static inline long ccurl_status(CURL *curl) {
    long status = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

/* To be called once, before the first transfer and before there are other threads that use it. */
static inline CURLcode ccurl_start(void) {
    return curl_global_init(CURL_GLOBAL_ALL);
}

#endif
