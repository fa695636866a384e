#include "include/CLoadTLS.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// OpenSSL 3's own numbers; they are part of its ABI.
enum {
    SSL_CTRL_MODE = 33,
    SSL_CTRL_SET_READ_AHEAD = 41,
    SSL_CTRL_SET_SESS_CACHE_MODE = 44,
    SSL_MODE_ENABLE_PARTIAL_WRITE = 1,
    SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER = 2,
    SSL_MODE_RELEASE_BUFFERS = 16,
    SSL_ERROR_WANT_READ = 2,
    SSL_ERROR_WANT_WRITE = 3,
    SSL_ERROR_ZERO_RETURN = 6,
};

static struct {
    const void *(*TLS_client_method)(void);
    void *(*SSL_CTX_new)(const void *);
    void (*SSL_CTX_free)(void *);
    long (*SSL_CTX_ctrl)(void *, int, long, void *);
    void (*SSL_CTX_set_default_read_buffer_len)(void *, size_t);
    void *(*SSL_new)(void *);
    void (*SSL_free)(void *);
    int (*SSL_set_fd)(void *, int);
    int (*SSL_connect)(void *);
    int (*SSL_read)(void *, void *, int);
    int (*SSL_write)(void *, const void *, int);
    int (*SSL_get_error)(const void *, int);
    void (*ERR_clear_error)(void);
    unsigned long (*ERR_get_error)(void);
    void (*ERR_error_string_n)(unsigned long, char *, size_t);
} openssl;

static int is_loaded;

static void load(void) {
    void *library = dlopen("libssl.so.3", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    int has_all = 1;
    // Its symbols include those of libcrypto, which it needs.
#define FIND(name) has_all &= (*(void **)&openssl.name = dlsym(library, #name)) != NULL
    FIND(TLS_client_method);
    FIND(SSL_CTX_new);
    FIND(SSL_CTX_free);
    FIND(SSL_CTX_ctrl);
    FIND(SSL_CTX_set_default_read_buffer_len);
    FIND(SSL_new);
    FIND(SSL_free);
    FIND(SSL_set_fd);
    FIND(SSL_connect);
    FIND(SSL_read);
    FIND(SSL_write);
    FIND(SSL_get_error);
    FIND(ERR_clear_error);
    FIND(ERR_get_error);
    FIND(ERR_error_string_n);
#undef FIND
    is_loaded = has_all;
}

struct load_tls_context *load_tls_context_new(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!is_loaded) return NULL;
    void *context = openssl.SSL_CTX_new(openssl.TLS_client_method());
    if (!context) return NULL;
    openssl.SSL_CTX_ctrl(
        context, SSL_CTRL_MODE,
        SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS, NULL
    );
    // No sessions are kept: each connection shakes hands in full, as a client that was away for long.
    openssl.SSL_CTX_ctrl(context, SSL_CTRL_SET_SESS_CACHE_MODE, 0, NULL);
    // Several records with one system call.
    openssl.SSL_CTX_ctrl(context, SSL_CTRL_SET_READ_AHEAD, 1, NULL);
    openssl.SSL_CTX_set_default_read_buffer_len(context, 64 * 1024);
    return context;
}

void load_tls_context_free(struct load_tls_context *context) { openssl.SSL_CTX_free(context); }

struct load_tls *load_tls_new(struct load_tls_context *context, int socket) {
    void *connection = openssl.SSL_new(context);
    if (!connection) return NULL;
    if (openssl.SSL_set_fd(connection, socket) == 1) return connection;
    openssl.SSL_free(connection);
    return NULL;
}

void load_tls_free(struct load_tls *connection) { openssl.SSL_free(connection); }

static int status(struct load_tls *connection, int result) {
    switch (openssl.SSL_get_error(connection, result)) {
    case SSL_ERROR_WANT_READ: return LOAD_TLS_WANTS_READ;
    case SSL_ERROR_WANT_WRITE: return LOAD_TLS_WANTS_WRITE;
    case SSL_ERROR_ZERO_RETURN: return 0;
    default: return LOAD_TLS_FAILED;
    }
}

int load_tls_connect(struct load_tls *connection) {
    openssl.ERR_clear_error();
    int result = openssl.SSL_connect(connection);
    if (result == 1) return 0;
    int reason = status(connection, result);
    return reason == 0 ? LOAD_TLS_FAILED : reason;
}

static int clamped(size_t count) { return count > INT_MAX ? INT_MAX : (int)count; }

long load_tls_read(struct load_tls *connection, void *bytes, size_t count) {
    size_t done = 0;
    openssl.ERR_clear_error();
    while (done < count) {
        int result = openssl.SSL_read(connection, (uint8_t *)bytes + done, clamped(count - done));
        if (result > 0) {
            done += (size_t)result;
            continue;
        }
        // What is there comes first; an end or a failure is met again with the next call.
        return done > 0 ? (long)done : status(connection, result);
    }
    return (long)done;
}

long load_tls_write(struct load_tls *connection, const void *bytes, size_t count) {
    size_t done = 0;
    openssl.ERR_clear_error();
    while (done < count) {
        int result = openssl.SSL_write(connection, (const uint8_t *)bytes + done, clamped(count - done));
        if (result > 0) {
            done += (size_t)result;
            continue;
        }
        if (done > 0) return (long)done;
        int reason = status(connection, result);
        return reason == 0 ? LOAD_TLS_FAILED : reason;
    }
    return (long)done;
}

void load_tls_error(char *text, size_t size) {
    unsigned long code = openssl.ERR_get_error();
    if (code) openssl.ERR_error_string_n(code, text, size);
    else snprintf(text, size, "the server ended the connection");
}
