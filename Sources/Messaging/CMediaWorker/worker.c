#define _GNU_SOURCE
#include "CMediaWorker.h"
#include "arena.h"
#include "convert.h"
#include "files.h"
#include "vips.h"
#include <unistd.h>

static int write_result(const struct media_worker_result *result) {
    uint8_t head[24] = {'S', 'P', 'M', '2'};
    media_worker_put_be32(head + 4, (uint32_t)result->width);
    media_worker_put_be32(head + 8, (uint32_t)result->height);
    media_worker_put_be32(head + 12, (uint32_t)result->content_size);
    media_worker_put_be32(head + 16, (uint32_t)result->thumbnail_size);
    media_worker_put_be32(head + 20, (uint32_t)(result->decoded_bytes >> 10));
    int failed = media_worker_write_all(head, sizeof(head)) || media_worker_write_all(result->content, result->content_size)
        || media_worker_write_all(result->thumbnail, result->thumbnail_size);
    return failed ? MEDIA_WORKER_FAILED : MEDIA_WORKER_DONE;
}

static struct media_worker_allowance allowance(int format, struct media_worker_limits limits) {
    int64_t largest = limits.file_bytes > ((int64_t)1 << 32) ? (int64_t)1 << 32 : limits.file_bytes;
    return (struct media_worker_allowance){
        // WebP is decoded and encoded as a whole, in several copies; other formats row by row.
        .memory_bytes = format == MEDIA_WORKER_WEBP ? (int64_t)1536 << 20 : (int64_t)1 << 30,
        // A converted picture can be larger than the file, which may be compressed better than the worker does.
        .output_bytes = 4 * largest + ((int64_t)1 << 20),
        .cpu_seconds = 10,
    };
}

static int run(int format, struct media_worker_limits limits) {
    if (format < MEDIA_WORKER_JPEG || format > MEDIA_WORKER_HEIF || limits.file_bytes < 0) return MEDIA_WORKER_FAILED;
    media_worker_use_one_arena();
    int status = media_worker_load_library(format);
    if (status != MEDIA_WORKER_DONE) return status;
    if (media_worker_confine(allowance(format, limits)) != 0) return MEDIA_WORKER_UNCONFINED;
    uint8_t *bytes = 0;
    size_t count = 0;
    status = media_worker_read_all(&bytes, &count, (size_t)limits.file_bytes);
    if (status != MEDIA_WORKER_DONE) return status;
    struct media_worker_result result = {0};
    status = media_worker_convert(bytes, count, format, limits, &result);
    return status == MEDIA_WORKER_DONE ? write_result(&result) : status;
}

void media_worker_run(int format, struct media_worker_limits limits) {
    // Without the clean-up of libraries, which could make calls that decoding doesn't.
    _exit(run(format, limits));
}
