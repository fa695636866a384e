#define _GNU_SOURCE
#include "vips.h"
#include "CMediaWorker.h"
#include "library.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

struct vips_functions vips;

static int resolve_all(void *library) {
    const struct library_function functions[] = {
        {&vips.init, "vips_init"},
        {&vips.operation_block_set, "vips_operation_block_set"},
        {&vips.concurrency_set, "vips_concurrency_set"},
        {&vips.cache_set_max, "vips_cache_set_max"},
        {&vips.vector_set_enabled, "vips_vector_set_enabled"},
        {&vips.image_new_from_buffer, "vips_image_new_from_buffer"},
        {&vips.image_copy_memory, "vips_image_copy_memory"},
        {&vips.image_get_width, "vips_image_get_width"},
        {&vips.image_get_height, "vips_image_get_height"},
        {&vips.image_get_bands, "vips_image_get_bands"},
        {&vips.image_get_format, "vips_image_get_format"},
        {&vips.image_get_interpretation, "vips_image_get_interpretation"},
        {&vips.image_get_orientation, "vips_image_get_orientation"},
        {&vips.image_get_n_pages, "vips_image_get_n_pages"},
        {&vips.image_get_page_height, "vips_image_get_page_height"},
        {&vips.image_get_typeof, "vips_image_get_typeof"},
        {&vips.image_hasalpha, "vips_image_hasalpha"},
        {&vips.format_sizeof, "vips_format_sizeof"},
        {&vips.autorot, "vips_autorot"},
        {&vips.cast, "vips_cast"},
        {&vips.copy, "vips_copy"},
        {&vips.colourspace, "vips_colourspace"},
        {&vips.icc_transform, "vips_icc_transform"},
        {&vips.subsample, "vips_subsample"},
        {&vips.thumbnail_buffer, "vips_thumbnail_buffer"},
        {&vips.thumbnail_image, "vips_thumbnail_image"},
        {&vips.image_write_to_buffer, "vips_image_write_to_buffer"},
        {&vips.image_get_fields, "vips_image_get_fields"},
        {&vips.image_remove, "vips_image_remove"},
        {&vips.object_unref, "g_object_unref"},
    };
    return library_resolve_all(library, functions, sizeof(functions) / sizeof(functions[0]));
}

/// Allows only the decoder of this format.
static void allow_only(int format) {
    static const char *const decoders[] = {
        "VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp", "VipsForeignLoadNsgif",
        "VipsForeignLoadHeif",
    };
    vips.operation_block_set("VipsForeignLoad", 1);
    vips.operation_block_set(decoders[format], 0);
    if (format != MEDIA_WORKER_HEIF) return;
    // The thumbnail is made from the JPEG that the worker has encoded.
    vips.operation_block_set("VipsForeignLoadJpeg", 0);
    // Newer versions load their codecs on first use, when files can no longer be opened.
    void *library = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
    int (*prepare)(void *) = 0;
    if (library && library_resolve(library, &prepare, "heif_init")) prepare(0);
}

int media_worker_load_library(int format) {
    void *library = dlopen("libvips.so.42", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libvips.42.dylib", RTLD_NOW | RTLD_LOCAL);
    if (!library) return MEDIA_WORKER_NO_LIBRARY;
    if (!resolve_all(library)) return MEDIA_WORKER_OLD_LIBRARY;
    // Large images stay in memory, within this process's limit, because it can't write files.
    setenv("VIPS_DISC_THRESHOLD", "4g", 1);
    if (vips.init("spotter") != 0) return MEDIA_WORKER_FAILED;
    vips.concurrency_set(1);
    vips.cache_set_max(0);
    // It would compile machine code, but the worker may not execute what it has written.
    vips.vector_set_enabled(0);
    allow_only(format);
    return MEDIA_WORKER_DONE;
}
