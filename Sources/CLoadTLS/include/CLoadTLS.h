#pragma once
#include <stddef.h>

// A client's half of TLS for the load tool, by the system's OpenSSL 3, which is looked for when it's first needed: nothing
// is linked. It works straight on the socket, so that a busy connection costs no more copies than it must. Whom it talks to
// isn't verified.

struct load_tls_context;
struct load_tls;

enum load_tls_status {
    /// Nothing more can be done until the socket can be read.
    LOAD_TLS_WANTS_READ = -1,
    /// Nothing more can be done until the socket can be written.
    LOAD_TLS_WANTS_WRITE = -2,
    /// The connection is of no more use.
    LOAD_TLS_FAILED = -3,
};

/// - Returns: null where there is no OpenSSL 3, or it's of no use.
struct load_tls_context *load_tls_context_new(void);
void load_tls_context_free(struct load_tls_context *context);

/// - Parameter socket: connected, not blocking; stays the caller's.
struct load_tls *load_tls_new(struct load_tls_context *context, int socket);
void load_tls_free(struct load_tls *connection);

/// Goes on with the handshake.
/// - Returns: 0 once it's done, or a `load_tls_status`.
int load_tls_connect(struct load_tls *connection);

/// Reads until `count` bytes are there or the socket has no more.
/// - Returns: how many, 0 at the peer's end, or a `load_tls_status`. After `count` there may be more without the socket
///   being ready.
long load_tls_read(struct load_tls *connection, void *bytes, size_t count);

/// Writes until all is out or the socket takes no more. What isn't out must come first in the next call.
/// - Returns: how many, or a `load_tls_status` where that's none.
long load_tls_write(struct load_tls *connection, const void *bytes, size_t count);

/// What went wrong last on this thread, in OpenSSL's words.
void load_tls_error(char *text, size_t size);
