// The part of libcurl that the program uses, found when it is first needed: a server that makes no transfer
// never has the library in memory, nor the twenty-five that libcurl needs itself. The types, options and
// error codes are those of its own header.
#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>

// Finds libcurl by a library's name and makes it ready for all threads; called again, it costs next to
// nothing. Null, or why it can't be had, in words that stand until this thread calls again; what failed is
// tried anew by the next call. None of the functions below may be called before this has returned null.
const char *ccurl_load(const char *library);

// A new transfer, to be ended with ccurl_close; null where memory is short.
CURL *ccurl_open(void);
void ccurl_close(CURL *transfer);

// What Swift cannot call: variadic functions, one for each type that an option takes.
// https://curl.se/libcurl/c/curl_easy_setopt.html
CURLcode ccurl_set_number(CURL *transfer, CURLoption option, long value);
CURLcode ccurl_set_text(CURL *transfer, CURLoption option, const char *value);

// The bytes must outlive the transfer. A null pointer would have libcurl read standard input.
CURLcode ccurl_set_body(CURL *transfer, const void *bytes, curl_off_t count);

// The list must outlive the transfer.
CURLcode ccurl_set_list(CURL *transfer, CURLoption option, struct curl_slist *list);

// The list with one more text; null where memory is short, and the list is as it was.
struct curl_slist *ccurl_append(struct curl_slist *list, const char *text);
void ccurl_free_list(struct curl_slist *list);

typedef size_t (*ccurl_sink)(char *bytes, size_t size, size_t count, void *context);

// Where the content and the header lines go, piece by piece.
CURLcode ccurl_set_sinks(CURL *transfer, ccurl_sink content, ccurl_sink header, void *context);

// Called about once a second while the transfer is under way; anything but zero gives it up.
// https://curl.se/libcurl/c/CURLOPT_XFERINFOFUNCTION.html
typedef int (*ccurl_watch)(void *context, curl_off_t to_get, curl_off_t got, curl_off_t to_send, curl_off_t sent);
CURLcode ccurl_set_watch(CURL *transfer, ccurl_watch watch, void *context);

// Does all of it; returns when it is done.
CURLcode ccurl_perform(CURL *transfer);

// The status of the answer, 0 without one.
long ccurl_status(CURL *transfer);

const char *ccurl_message(CURLcode code);

#endif
