#define _GNU_SOURCE
#include "CMediaWorker.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// The maximum side of a thumbnail in pixels.
enum { MAX_THUMBNAIL_SIDE = 150, UNLIMITED = 10000000 };
/// `VIPS_SIZE_DOWN` of libvips: only ever shrink.
enum { SIZE_DOWN = 2 };

static struct {
    int (*init)(const char *);
    void (*operation_block_set)(const char *, int);
    void (*concurrency_set)(int);
    void (*cache_set_max)(int);
    void *(*image_new_from_buffer)(const void *, size_t, const char *, ...);
    int (*image_get_width)(const void *);
    int (*image_get_height)(const void *);
    int (*image_get_page_height)(void *);
    int (*image_hasalpha)(void *);
    int (*thumbnail_buffer)(void *, size_t, void **, int, ...);
    int (*image_write_to_buffer)(void *, const char *, void **, size_t *, ...);
    char **(*image_get_fields)(void *);
    int (*image_remove)(void *, const char *);
    void (*object_unref)(void *);
} vips;

static int resolve(void *library, void *function, const char *name) {
    void *found = dlsym(library, name);
    memcpy(function, &found, sizeof(found));
    return found != 0;
}

static int load_library(void) {
    void *library = dlopen("libvips.so.42", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libvips.42.dylib", RTLD_NOW | RTLD_LOCAL);
    if (!library) return MEDIA_WORKER_NO_LIBRARY;
    int all = resolve(library, &vips.init, "vips_init") && resolve(library, &vips.concurrency_set, "vips_concurrency_set")
        && resolve(library, &vips.operation_block_set, "vips_operation_block_set")
        && resolve(library, &vips.cache_set_max, "vips_cache_set_max")
        && resolve(library, &vips.image_new_from_buffer, "vips_image_new_from_buffer")
        && resolve(library, &vips.image_get_width, "vips_image_get_width")
        && resolve(library, &vips.image_get_height, "vips_image_get_height")
        && resolve(library, &vips.image_get_page_height, "vips_image_get_page_height")
        && resolve(library, &vips.image_hasalpha, "vips_image_hasalpha")
        && resolve(library, &vips.thumbnail_buffer, "vips_thumbnail_buffer")
        && resolve(library, &vips.image_write_to_buffer, "vips_image_write_to_buffer")
        && resolve(library, &vips.image_get_fields, "vips_image_get_fields")
        && resolve(library, &vips.image_remove, "vips_image_remove")
        && resolve(library, &vips.object_unref, "g_object_unref");
    if (!all) return MEDIA_WORKER_OLD_LIBRARY;
    // Large images stay in memory, within this process's limit, because it can't write files.
    setenv("VIPS_DISC_THRESHOLD", "1g", 1);
    if (vips.init("spotter") != 0) return MEDIA_WORKER_FAILED;
    vips.concurrency_set(1);
    vips.cache_set_max(0);
    return MEDIA_WORKER_DONE;
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
    // Newer versions load their codecs on first use, when files can no longer be opened.
    void *library = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
    int (*prepare)(void *) = 0;
    if (library && resolve(library, &prepare, "heif_init")) prepare(0);
}

static int read_all(uint8_t **bytes, size_t *count, size_t limit) {
    size_t capacity = 1 << 20;
    uint8_t *buffer = malloc(capacity);
    *count = 0;
    while (buffer) {
        ssize_t got = read(0, buffer + *count, capacity - *count);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 || *count + (size_t)got > limit) break;
        if (got == 0) {
            *bytes = buffer;
            return MEDIA_WORKER_DONE;
        }
        *count += (size_t)got;
        if (*count < capacity) continue;
        capacity *= 2;
        uint8_t *larger = realloc(buffer, capacity);
        if (!larger) break;
        buffer = larger;
    }
    return MEDIA_WORKER_FAILED;
}

static int write_all(const void *bytes, size_t count) {
    const uint8_t *next = bytes;
    while (count > 0) {
        ssize_t written = write(1, next, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return -1;
        next += written;
        count -= (size_t)written;
    }
    return 0;
}

static void put_be32(uint8_t *bytes, uint32_t value) {
    for (int index = 0; index < 4; index++) bytes[index] = (uint8_t)(value >> (24 - 8 * index));
}

/// Whether a metadata field describes the animation or the layout, and nothing about the author or the location.
static int is_needed(const char *field) {
    static const char *const needed[] = {"page-height", "n-pages", "delay", "loop", "gif-delay", "gif-loop", "background"};
    for (size_t index = 0; index < sizeof(needed) / sizeof(needed[0]); index++)
        if (strcmp(field, needed[index]) == 0) return 1;
    return strncmp(field, "vips-", 5) == 0;
}

/// Removes every metadata field that isn't known to be needed.
static int remove_metadata(void *image) {
    char **fields = vips.image_get_fields(image);
    if (!fields) return -1;
    for (char **field = fields; *field; field++)
        if (!is_needed(*field)) vips.image_remove(image, *field);
    return 0;
}

static uint32_t little_endian(const uint8_t *bytes) {
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/// Removes the metadata chunks from a WebP file, because libvips 8.14 writes EXIF even with stripping on.
static void strip_webp(uint8_t *bytes, size_t *count) {
    if (*count < 12) return;
    size_t kept = 12;
    for (size_t at = 12; at + 8 <= *count;) {
        size_t size = 8 + (size_t)little_endian(bytes + at + 4);
        size += size & 1;
        if (size > *count - at) size = *count - at;
        const uint8_t *name = bytes + at;
        int is_metadata = !memcmp(name, "EXIF", 4) || !memcmp(name, "XMP ", 4) || !memcmp(name, "ICCP", 4);
        // Flags of the extended header: bits 2, 3 and 5 are XMP, EXIF and ICC.
        if (!memcmp(name, "VP8X", 4) && size > 8) bytes[at + 8] &= (uint8_t)~0x2C;
        if (!is_metadata) {
            memmove(bytes + kept, bytes + at, size);
            kept += size;
        }
        at += size;
    }
    *count = kept;
    for (int index = 0; index < 4; index++) bytes[4 + index] = (uint8_t)((kept - 8) >> (8 * index));
}

/// Encodes without metadata. The colours are sRGB already.
static int encode(void *image, int format, void **bytes, size_t *count) {
    if (remove_metadata(image) != 0) return -1;
    switch (format) {
    case MEDIA_WORKER_PNG: return vips.image_write_to_buffer(image, ".png", bytes, count, "strip", 1, NULL);
    case MEDIA_WORKER_WEBP:
        if (vips.image_write_to_buffer(image, ".webp", bytes, count, "Q", 88, "strip", 1, NULL) != 0) return -1;
        strip_webp(*bytes, count);
        return 0;
    case MEDIA_WORKER_GIF: return vips.image_write_to_buffer(image, ".gif", bytes, count, "strip", 1, NULL);
    default:
        return vips.image_write_to_buffer(
            image, ".jpg", bytes, count, "Q", 88, "optimize_coding", 1, "strip", 1, NULL
        );
    }
}

static int convert(uint8_t *bytes, size_t count, int format, int64_t max_pixels) {
    // In libvips 8.14, only this way passes the option that rejects truncated images to the decoder.
    const char *one = "[fail_on=truncated]";
    const char *all = format == MEDIA_WORKER_GIF || format == MEDIA_WORKER_WEBP ? "[n=-1,fail_on=truncated]" : one;
    // Reads the header only.
    void *header = vips.image_new_from_buffer(bytes, count, all, NULL);
    if (!header) return MEDIA_WORKER_DAMAGED;
    int64_t pixels = (int64_t)vips.image_get_width(header) * vips.image_get_height(header);
    vips.object_unref(header);
    if (pixels > max_pixels) return MEDIA_WORKER_TOO_MANY_PIXELS;

    void *image = 0, *small = 0, *content = 0, *thumbnail = 0;
    size_t content_size = 0, thumbnail_size = 0;
    // Rotated by its orientation tag and converted to sRGB, as a thumbnail is, but without shrinking.
    if (vips.thumbnail_buffer(
            bytes, count, &image, UNLIMITED, "height", UNLIMITED, "size", SIZE_DOWN, "export_profile", "srgb",
            "option_string", all, NULL
        ) != 0)
        return MEDIA_WORKER_DAMAGED;
    if (encode(image, format, &content, &content_size) != 0) return MEDIA_WORKER_DAMAGED;
    if (vips.thumbnail_buffer(
            bytes, count, &small, MAX_THUMBNAIL_SIDE, "height", MAX_THUMBNAIL_SIDE, "size", SIZE_DOWN, "export_profile", "srgb",
            "option_string", one, NULL
        ) != 0)
        return MEDIA_WORKER_DAMAGED;
    int small_format = vips.image_hasalpha(small) ? MEDIA_WORKER_PNG : MEDIA_WORKER_JPEG;
    if (encode(small, small_format, &thumbnail, &thumbnail_size) != 0) return MEDIA_WORKER_DAMAGED;

    uint8_t head[20] = {'S', 'P', 'M', '1'};
    put_be32(head + 4, (uint32_t)vips.image_get_width(image));
    put_be32(head + 8, (uint32_t)vips.image_get_page_height(image));
    put_be32(head + 12, (uint32_t)content_size);
    put_be32(head + 16, (uint32_t)thumbnail_size);
    if (write_all(head, sizeof(head)) != 0 || write_all(content, content_size) != 0
        || write_all(thumbnail, thumbnail_size) != 0)
        return MEDIA_WORKER_FAILED;
    return MEDIA_WORKER_DONE;
}

int media_worker_run(int format, int64_t max_pixels, int64_t max_bytes) {
    if (format < MEDIA_WORKER_JPEG || format > MEDIA_WORKER_HEIF || max_bytes < 0) return MEDIA_WORKER_FAILED;
    media_worker_confine();
    int status = load_library();
    if (status != MEDIA_WORKER_DONE) return status;
    allow_only(format);
    media_worker_confine_files();
    uint8_t *bytes = 0;
    size_t count = 0;
    status = read_all(&bytes, &count, (size_t)max_bytes);
    return status == MEDIA_WORKER_DONE ? convert(bytes, count, format, max_pixels) : status;
}
