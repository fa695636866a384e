#pragma once
#include "CMediaWorker.h"
#include <stddef.h>
#include <stdint.h>

struct media_worker_result {
    int64_t decoded_bytes;
    int width;
    int height;
    void *content;
    size_t content_size;
    void *thumbnail;
    size_t thumbnail_size;
};

/// Decodes an image and encodes it again, upright, in sRGB and without metadata, with a thumbnail.
/// - Returns: a `media_worker_status`. Memory is freed by the end of the process.
int media_worker_convert(
    const uint8_t *bytes, size_t count, int format, struct media_worker_limits limits, struct media_worker_result *result
);
