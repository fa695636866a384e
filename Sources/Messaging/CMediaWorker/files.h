#pragma once
#include <stddef.h>
#include <stdint.h>

// Standard input and output, the only files of a worker.

/// Reads standard input to its end.
/// - Returns: a `media_worker_status`; `MEDIA_WORKER_FAILED` if there are more bytes than `limit`.
int media_worker_read_all(uint8_t **bytes, size_t *count, size_t limit);

/// - Returns: 0, or -1.
int media_worker_write_all(const void *bytes, size_t count);

void media_worker_put_be32(uint8_t *bytes, uint32_t value);
