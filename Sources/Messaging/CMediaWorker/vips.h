#pragma once
#include <stddef.h>
#include <stdint.h>

// The part of libvips that the worker calls. It isn't linked but loaded when the worker starts, so that the server also
// runs where it isn't installed.

/// Values of libvips' enumerations.
enum {
    VIPS_SIZE_DOWN = 2,  // only ever shrink
    VIPS_ACCESS_SEQUENTIAL = 1,
    VIPS_FORMAT_UCHAR = 0,
    VIPS_FORMAT_USHORT = 2,
    VIPS_INTERPRETATION_B_W = 1,
    VIPS_INTERPRETATION_SRGB = 22,
};

struct vips_functions {
    int (*init)(const char *);
    void (*operation_block_set)(const char *, int);
    void (*concurrency_set)(int);
    void (*cache_set_max)(int);
    void (*vector_set_enabled)(int);
    void *(*image_new_from_buffer)(const void *, size_t, const char *, ...);
    void *(*image_copy_memory)(void *);
    int (*image_get_width)(const void *);
    int (*image_get_height)(const void *);
    int (*image_get_bands)(const void *);
    int (*image_get_format)(const void *);
    int (*image_get_interpretation)(const void *);
    int (*image_get_orientation)(void *);
    int (*image_get_n_pages)(void *);
    int (*image_get_page_height)(void *);
    unsigned long (*image_get_typeof)(const void *, const char *);
    int (*image_hasalpha)(void *);
    uint64_t (*format_sizeof)(int);
    int (*autorot)(void *, void **, ...);
    int (*cast)(void *, void **, int, ...);
    int (*copy)(void *, void **, ...);
    int (*colourspace)(void *, void **, int, ...);
    int (*icc_transform)(void *, void **, const char *, ...);
    int (*subsample)(void *, void **, int, int, ...);
    int (*thumbnail_buffer)(void *, size_t, void **, int, ...);
    int (*thumbnail_image)(void *, void **, int, ...);
    int (*image_write_to_buffer)(void *, const char *, void **, size_t *, ...);
    char **(*image_get_fields)(void *);
    int (*image_remove)(void *, const char *);
    void (*object_unref)(void *);
};

extern struct vips_functions vips;

/// Loads and starts libvips, with only the decoder of this format.
/// - Returns: a `media_worker_status`.
int media_worker_load_library(int format);
