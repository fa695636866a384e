#pragma once
#include <stddef.h>

// The part of poppler's GLib interface that the worker calls. It isn't linked but loaded when the worker starts, so that
// the server also runs where it isn't installed.

struct poppler_functions {
    void *(*bytes_new_static)(const void *, size_t);
    void *(*document_new_from_bytes)(void *bytes, const char *password, void **error);
    int (*document_get_n_pages)(void *);
    void *(*document_get_page)(void *, int);
    char *(*page_get_text)(void *);
    void (*object_unref)(void *);
    void (*free)(void *);
    int (*error_matches)(const void *error, unsigned domain, int code);
    unsigned (*error_quark)(void);
};

extern struct poppler_functions poppler;

/// `POPPLER_ERROR_ENCRYPTED`
enum { POPPLER_LOCKED = 1 };

/// Loads poppler and has it read a document, so that whatever it opens once is open before the process is confined.
/// - Returns: a `media_worker_status`.
int media_worker_load_poppler(void);
