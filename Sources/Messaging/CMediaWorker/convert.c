#include "convert.h"
#include "CMediaWorker.h"
#include "vips.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    /// The maximum side of a thumbnail in pixels.
    MAX_THUMBNAIL_SIDE = 150,
    /// A picture is reduced to this side by leaving out pixels before the thumbnail is averaged from them, because
    /// averaging all pixels of a large picture takes several times as long as decoding it.
    MIN_SAMPLED_SIDE = 8 * MAX_THUMBNAIL_SIDE,
    /// Above this, WebP is encoded with less effort: the usual effort takes 10 s for 49 million pixels.
    MAX_EFFORT_PIXELS = 8000000,
    /// WebP with transparency is made smaller than this, because encoding it takes 30 bytes of memory a pixel.
    MAX_ALPHA_PIXELS = 25000000,
};

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
    int64_t pixels = (int64_t)vips.image_get_width(image) * vips.image_get_height(image);
    switch (format) {
    case MEDIA_WORKER_PNG: return vips.image_write_to_buffer(image, ".png", bytes, count, "strip", 1, NULL);
    case MEDIA_WORKER_WEBP: {
        int effort = pixels > MAX_EFFORT_PIXELS ? 2 : 4;
        if (vips.image_write_to_buffer(image, ".webp", bytes, count, "Q", 88, "effort", effort, "strip", 1, NULL) != 0)
            return -1;
        strip_webp(*bytes, count);
        return 0;
    }
    case MEDIA_WORKER_GIF: return vips.image_write_to_buffer(image, ".gif", bytes, count, "strip", 1, NULL);
    default:
        return vips.image_write_to_buffer(
            image, ".jpg", bytes, count, "Q", 88, "optimize_coding", 1, "strip", 1, NULL
        );
    }
}

/// Replaces `*image` by the result of an operation on it, unless that failed.
static int replace(void **image, int failed, void *const *result) {
    if (failed) return -1;
    vips.object_unref(*image);
    *image = *result;
    return 0;
}

/// 8 bits a channel, sRGB or grey, upright. 16 bits are cut first, so that all that follows has half the work.
static int normalise(void **image) {
    void *result = 0;
    if (vips.image_get_format(*image) == VIPS_FORMAT_USHORT) {
        int kind = vips.image_get_bands(*image) < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_SRGB;
        if (replace(image, vips.cast(*image, &result, VIPS_FORMAT_UCHAR, "shift", 1, NULL), &result) != 0) return -1;
        if (replace(image, vips.copy(*image, &result, "interpretation", kind, NULL), &result) != 0) return -1;
    }
    int kind = vips.image_get_interpretation(*image);
    int has_profile = vips.image_get_typeof(*image, "icc-profile-data") != 0;
    // A profile that can't be read is ignored.
    if (!has_profile || replace(image, vips.icc_transform(*image, &result, "srgb", "embedded", 1, NULL), &result) != 0) {
        if (kind != VIPS_INTERPRETATION_SRGB && kind != VIPS_INTERPRETATION_B_W
            && replace(image, vips.colourspace(*image, &result, VIPS_INTERPRETATION_SRGB, NULL), &result) != 0)
            return -1;
    }
    if (vips.image_get_n_pages(*image) > 1 || vips.image_get_orientation(*image) == 1) return 0;
    // Turning needs any row at any time.
    void *copy = vips.image_copy_memory(*image);
    if (replace(image, !copy, &copy) != 0) return -1;
    return replace(image, vips.autorot(*image, &result, NULL), &result);
}

static void *open_image(const uint8_t *bytes, size_t count, const char *options) {
    return vips.image_new_from_buffer(bytes, count, options, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}

/// With `scale`, WebP is decoded smaller.
static void *open_all(const uint8_t *bytes, size_t count, int format, double scale) {
    char options[64];
    // In libvips 8.14, only this way passes the option that rejects truncated images to the decoder.
    int is_animated = format == MEDIA_WORKER_GIF || format == MEDIA_WORKER_WEBP;
    if (scale < 1) snprintf(options, sizeof(options), "[n=-1,scale=%.4f,fail_on=truncated]", scale);
    else snprintf(options, sizeof(options), is_animated ? "[n=-1,fail_on=truncated]" : "[fail_on=truncated]");
    return open_image(bytes, count, options);
}

/// A small image without rotation or colours to mend, by the cheapest way that its format has.
static int shrink(const uint8_t *bytes, size_t count, int format, void **small) {
    if (format != MEDIA_WORKER_PNG)
        return vips.thumbnail_buffer(
            (void *)bytes, count, small, MAX_THUMBNAIL_SIDE, "height", MAX_THUMBNAIL_SIDE, "size", VIPS_SIZE_DOWN,
            "export_profile", "srgb", "option_string", "[fail_on=truncated]", NULL
        );
    void *image = open_image(bytes, count, "[fail_on=truncated]"), *result = 0;
    if (!image) return -1;
    int width = vips.image_get_width(image), height = vips.image_get_height(image);
    int factor = (width > height ? width : height) / MIN_SAMPLED_SIDE;
    int failed = 0;
    if (factor > 1) {
        // A long strip keeps at least one pixel across.
        int across = factor < width ? factor : width, down = factor < height ? factor : height;
        failed = replace(&image, vips.subsample(image, &result, across, down, NULL), &result);
    }
    failed = failed || normalise(&image)
        || vips.thumbnail_image(
            image, small, MAX_THUMBNAIL_SIDE, "height", MAX_THUMBNAIL_SIDE, "size", VIPS_SIZE_DOWN, NULL
        ) != 0;
    vips.object_unref(image);
    return failed ? -1 : 0;
}

int media_worker_convert(
    const uint8_t *bytes, size_t count, int format, struct media_worker_limits limits, struct media_worker_result *result
) {
    // Until the pixels are asked for, only the header is read.
    void *image = open_all(bytes, count, format, 1);
    if (!image) return MEDIA_WORKER_DAMAGED;
    int64_t pixels = (int64_t)vips.image_get_width(image) * vips.image_get_height(image);
    if (pixels > limits.pixels) return MEDIA_WORKER_TOO_MANY_PIXELS;
    int64_t pixel_bytes = (int64_t)vips.image_get_bands(image) * (int64_t)vips.format_sizeof(vips.image_get_format(image));
    if (pixels > limits.decoded_bytes / (pixel_bytes > 0 ? pixel_bytes : 1)) return MEDIA_WORKER_TOO_MANY_BYTES;
    result->decoded_bytes = pixels * pixel_bytes;
    if (format == MEDIA_WORKER_WEBP && pixels > MAX_ALPHA_PIXELS && vips.image_hasalpha(image)
        && vips.image_get_n_pages(image) <= 1) {
        vips.object_unref(image);
        image = open_all(bytes, count, format, sqrt((double)MAX_ALPHA_PIXELS / (double)pixels));
        if (!image) return MEDIA_WORKER_DAMAGED;
    }

    if (normalise(&image) != 0 || encode(image, format, &result->content, &result->content_size) != 0)
        return MEDIA_WORKER_DAMAGED;
    result->width = vips.image_get_width(image);
    result->height = vips.image_get_page_height(image);
    vips.object_unref(image);

    // JPEG decoders shrink at almost no cost.
    int is_jpeg = format == MEDIA_WORKER_JPEG || format == MEDIA_WORKER_HEIF;
    void *small = 0;
    if (shrink(is_jpeg ? result->content : bytes, is_jpeg ? result->content_size : count, format, &small) != 0)
        return MEDIA_WORKER_DAMAGED;
    int small_format = vips.image_hasalpha(small) ? MEDIA_WORKER_PNG : MEDIA_WORKER_JPEG;
    if (encode(small, small_format, &result->thumbnail, &result->thumbnail_size) != 0) return MEDIA_WORKER_DAMAGED;
    return MEDIA_WORKER_DONE;
}
