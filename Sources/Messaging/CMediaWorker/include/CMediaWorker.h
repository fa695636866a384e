#pragma once
#include <stdint.h>
#include <sys/types.h>

// Images and PDFs are decoded in a separate process, so that a vulnerability in a decoder reaches neither the server nor
// its data. Both sides are in C: `posix_spawn` and libvips take variable arguments, and the worker must allocate and open
// as little as possible once it is confined. libvips and poppler aren't linked but loaded when the worker starts.

/// The worker's exit status.
enum media_worker_status {
    MEDIA_WORKER_DONE = 0,
    /// The image or document can't be decoded.
    MEDIA_WORKER_DAMAGED = 10,
    MEDIA_WORKER_TOO_MANY_PIXELS = 11,
    /// libvips or poppler isn't installed.
    MEDIA_WORKER_NO_LIBRARY = 12,
    /// libvips is older than 8.13, which can't disable its less trusted decoders; poppler is older than 0.82.
    MEDIA_WORKER_OLD_LIBRARY = 13,
    /// Reading, writing or memory failed.
    MEDIA_WORKER_FAILED = 14,
    /// The system can't confine the process, so nothing was read.
    MEDIA_WORKER_UNCONFINED = 15,
    MEDIA_WORKER_TOO_MANY_BYTES = 16,
    /// The document opens only with a password.
    MEDIA_WORKER_LOCKED = 17,
};

enum media_worker_format {
    MEDIA_WORKER_JPEG = 0,
    MEDIA_WORKER_PNG = 1,
    MEDIA_WORKER_WEBP = 2,
    MEDIA_WORKER_GIF = 3,
    MEDIA_WORKER_HEIF = 4,
};

struct media_worker_limits {
    int64_t file_bytes;
    /// Width times height, of all frames together.
    int64_t pixels;
    /// Pixels times channels times bytes of a channel, as the file has them.
    int64_t decoded_bytes;
};

/// Runs the worker for an image: loads libvips, confines the process, reads an image from standard input and writes to standard
/// output: `SPM2`, then width, height, size of the image, size of the thumbnail and decoded size in KiB (32 bits each,
/// big-endian), the image, the thumbnail. Ends the process with a `media_worker_status`.
/// - Parameter format: the only decoder that is allowed, a `media_worker_format`.
_Noreturn void media_worker_run(int format, struct media_worker_limits limits);

struct media_worker_text_limits {
    int64_t file_bytes;
    /// Further pages aren't read.
    int64_t pages;
    /// Code points of all pages together; the text is cut there.
    int64_t characters;
};

enum {
    /// The processor time after which no further page of a document is begun.
    MEDIA_WORKER_TEXT_SECONDS = 4,
    /// The bytes before a document's text.
    MEDIA_WORKER_TEXT_HEADER = 20,
};

/// Runs the worker for a PDF: loads poppler, confines the process, reads a PDF from standard input and writes to standard
/// output: `SPT1`, then the number of pages, how many of them were read, 1 if there is more text than was written and the
/// size of the text (32 bits each, big-endian), the text in UTF-8 with a form feed after each page. Ends the process with
/// a `media_worker_status`.
_Noreturn void media_worker_run_text(struct media_worker_text_limits limits);

struct media_worker_allowance {
    /// Address space in addition to what is mapped already.
    int64_t memory_bytes;
    int64_t output_bytes;
    int64_t cpu_seconds;
};

/// Permanently restricts this process to computing: it can read standard input, write standard output, take memory that
/// isn't executable and start threads. Every other system call is refused. It has no privileges, no other open files,
/// and limits on memory, processor time and output.
/// - Returns: 0, or -1 if the system can't do that.
int media_worker_confine(struct media_worker_allowance allowance);

/// The error of a refused call after `media_worker_confine_for_probe`. The kernel has none of this number.
enum { MEDIA_WORKER_PROBE_ERROR = 4000 };
/// As `media_worker_confine`, by the same rules, but every refused call returns `MEDIA_WORKER_PROBE_ERROR`. For the test
/// that tries them all.
int media_worker_confine_for_probe(struct media_worker_allowance allowance);

#ifdef __linux__
/// Installs the list of allowed calls.
/// - Parameters:
///   - refusal: the action of seccomp for other calls.
///   - attack: the action for calls that only foreign code makes, such as starting a program.
int media_worker_filter_calls(uint32_t refusal, uint32_t attack);
#endif

/// Runs a program with these two files as its standard input and output and no other open files, and waits for its end.
/// Blocks the calling thread. Kills the program after `timeout_ms`.
/// - Parameters:
///   - status: as from `waitpid`.
///   - cpu_ms: the processor time that it took.
/// - Returns: 0, `ETIMEDOUT`, or the error of `posix_spawn`.
int media_worker_spawn(
    const char *path, char *const arguments[], char *const environment[], int input, int output, int timeout_ms,
    int *status, int64_t *cpu_ms
);

int media_worker_exited(int status);
int media_worker_exit_status(int status);
/// Whether it was ended for a call that is an attack.
int media_worker_attacked(int status);
