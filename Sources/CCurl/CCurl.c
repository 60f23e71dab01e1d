#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>

// The functions of libcurl that are used.
struct functions {
    __typeof__(curl_global_init) *global_init;
    __typeof__(curl_easy_init) *init;
    __typeof__(curl_easy_cleanup) *cleanup;
    __typeof__(curl_easy_setopt) *setopt;
    __typeof__(curl_easy_getinfo) *getinfo;
    __typeof__(curl_easy_perform) *perform;
    __typeof__(curl_easy_strerror) *strerror;
    __typeof__(curl_slist_append) *append;
    __typeof__(curl_slist_free_all) *free_all;
};

// Written once, before ccurl_load first returns null: whoever may call libcurl reads it without the lock.
static struct functions curl;
static int is_ready = 0;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// Looks one function up, as dlsym(3) shows it.
static int find(void *handle, const char *name, void *place) {
    return (*(void **)place = dlsym(handle, name)) != NULL;
}

static int find_all(void *handle, struct functions *found) {
    return find(handle, "curl_global_init", &found->global_init) && find(handle, "curl_easy_init", &found->init) &&
           find(handle, "curl_easy_cleanup", &found->cleanup) && find(handle, "curl_easy_setopt", &found->setopt) &&
           find(handle, "curl_easy_getinfo", &found->getinfo) && find(handle, "curl_easy_perform", &found->perform) &&
           find(handle, "curl_easy_strerror", &found->strerror) && find(handle, "curl_slist_append", &found->append) &&
           find(handle, "curl_slist_free_all", &found->free_all);
}

// With the lock. A library that was opened is never closed: libcurl's threads and OpenSSL's hooks at exit
// would be left without their code. Opening it again only counts.
static const char *load(const char *library) {
    struct functions found;
    void *handle = dlopen(library, RTLD_NOW);
    if (handle == NULL || !find_all(handle, &found)) {
        return dlerror();
    }
    if (is_ready) {
        return NULL;
    }
    CURLcode code = found.global_init(CURL_GLOBAL_ALL);
    if (code != CURLE_OK) {
        return found.strerror(code);
    }
    curl = found;
    is_ready = 1;
    return NULL;
}

const char *ccurl_load(const char *library) {
    pthread_mutex_lock(&lock);
    const char *reason = load(library);
    pthread_mutex_unlock(&lock);
    return reason;
}

CURL *ccurl_open(void) {
    return curl.init();
}

void ccurl_close(CURL *transfer) {
    curl.cleanup(transfer);
}

CURLcode ccurl_set_number(CURL *transfer, CURLoption option, long value) {
    return curl.setopt(transfer, option, value);
}

CURLcode ccurl_set_text(CURL *transfer, CURLoption option, const char *value) {
    return curl.setopt(transfer, option, value);
}

CURLcode ccurl_set_body(CURL *transfer, const void *bytes, curl_off_t count) {
    CURLcode code = curl.setopt(transfer, CURLOPT_POSTFIELDSIZE_LARGE, count);
    if (code != CURLE_OK) {
        return code;
    }
    return curl.setopt(transfer, CURLOPT_POSTFIELDS, bytes == NULL ? "" : bytes);
}

CURLcode ccurl_set_list(CURL *transfer, CURLoption option, struct curl_slist *list) {
    return curl.setopt(transfer, option, list);
}

struct curl_slist *ccurl_append(struct curl_slist *list, const char *text) {
    return curl.append(list, text);
}

void ccurl_free_list(struct curl_slist *list) {
    curl.free_all(list);
}

CURLcode ccurl_set_sinks(CURL *transfer, ccurl_sink content, ccurl_sink header, void *context) {
    CURLcode code = curl.setopt(transfer, CURLOPT_WRITEFUNCTION, content);
    if (code == CURLE_OK) code = curl.setopt(transfer, CURLOPT_WRITEDATA, context);
    if (code == CURLE_OK) code = curl.setopt(transfer, CURLOPT_HEADERFUNCTION, header);
    if (code == CURLE_OK) code = curl.setopt(transfer, CURLOPT_HEADERDATA, context);
    return code;
}

CURLcode ccurl_set_watch(CURL *transfer, ccurl_watch watch, void *context) {
    CURLcode code = curl.setopt(transfer, CURLOPT_XFERINFOFUNCTION, watch);
    if (code == CURLE_OK) code = curl.setopt(transfer, CURLOPT_XFERINFODATA, context);
    if (code == CURLE_OK) code = curl.setopt(transfer, CURLOPT_NOPROGRESS, 0L);
    return code;
}

CURLcode ccurl_perform(CURL *transfer) {
    return curl.perform(transfer);
}

long ccurl_status(CURL *transfer) {
    long status = 0;
    curl.getinfo(transfer, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

const char *ccurl_message(CURLcode code) {
    return curl.strerror(code);
}
