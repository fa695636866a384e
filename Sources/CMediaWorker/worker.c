#define _GNU_SOURCE
#include "CMediaWorker.h"
#include "convert.h"
#include "vips.h"
#include <errno.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <unistd.h>

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

static int write_result(const struct media_worker_result *result) {
    uint8_t head[24] = {'S', 'P', 'M', '2'};
    put_be32(head + 4, (uint32_t)result->width);
    put_be32(head + 8, (uint32_t)result->height);
    put_be32(head + 12, (uint32_t)result->content_size);
    put_be32(head + 16, (uint32_t)result->thumbnail_size);
    put_be32(head + 20, (uint32_t)(result->decoded_bytes >> 10));
    int failed = write_all(head, sizeof(head)) || write_all(result->content, result->content_size)
        || write_all(result->thumbnail, result->thumbnail_size);
    return failed ? MEDIA_WORKER_FAILED : MEDIA_WORKER_DONE;
}

static struct media_worker_allowance allowance(int format, struct media_worker_limits limits) {
    int64_t largest = limits.file_bytes > ((int64_t)1 << 32) ? (int64_t)1 << 32 : limits.file_bytes;
    return (struct media_worker_allowance){
        // WebP is decoded and encoded as a whole, in several copies; other formats row by row.
        .memory_bytes = format == MEDIA_WORKER_WEBP ? (int64_t)1536 << 20 : (int64_t)1 << 30,
        // A converted picture can be larger than the file, which may be compressed better than the worker does.
        .output_bytes = 4 * largest + ((int64_t)1 << 20),
    };
}

static int run(int format, struct media_worker_limits limits) {
    if (format < MEDIA_WORKER_JPEG || format > MEDIA_WORKER_HEIF || limits.file_bytes < 0) return MEDIA_WORKER_FAILED;
#ifdef __GLIBC__
    // Otherwise each thread reserves address space of its own.
    mallopt(M_ARENA_MAX, 1);
#endif
    int status = media_worker_load_library(format);
    if (status != MEDIA_WORKER_DONE) return status;
    if (media_worker_confine(allowance(format, limits)) != 0) return MEDIA_WORKER_UNCONFINED;
    uint8_t *bytes = 0;
    size_t count = 0;
    status = read_all(&bytes, &count, (size_t)limits.file_bytes);
    if (status != MEDIA_WORKER_DONE) return status;
    struct media_worker_result result = {0};
    status = media_worker_convert(bytes, count, format, limits, &result);
    return status == MEDIA_WORKER_DONE ? write_result(&result) : status;
}

void media_worker_run(int format, struct media_worker_limits limits) {
    // Without the clean-up of libraries, which could make calls that decoding doesn't.
    _exit(run(format, limits));
}
