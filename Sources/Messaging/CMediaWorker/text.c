#define _GNU_SOURCE
#include "CMediaWorker.h"
#include "arena.h"
#include "files.h"
#include "poppler.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    /// The most that the limits may ask for, so that no sum overflows.
    MAX_TEXT_PAGES = 100000,
    MAX_TEXT_CHARACTERS = 10000000,
    MAX_TEXT_FILE = 1 << 30,
};

struct text {
    uint8_t *bytes;
    size_t size;
    int64_t characters_left;
    uint32_t pages;
    uint32_t pages_read;
    uint32_t is_cut;
};

static int is_continuation(char byte) { return ((uint8_t)byte & 0xC0) == 0x80; }

/// Appends a page, cut where the text is full. Only what separates pages is a form feed.
static void add_page(struct text *text, const char *page) {
    for (; *page; page++) {
        if (!is_continuation(*page)) {
            if (text->characters_left == 0) {
                text->is_cut = 1;
                break;
            }
            text->characters_left--;
        }
        text->bytes[text->size++] = *page == '\f' ? '\n' : (uint8_t)*page;
    }
    text->bytes[text->size++] = '\f';
    text->pages_read++;
}

static int is_late(void) {
    struct timespec used = {0};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return used.tv_sec >= MEDIA_WORKER_TEXT_SECONDS;
}

static int read_pages(void *document, struct media_worker_text_limits limits, struct text *text) {
    int pages = poppler.document_get_n_pages(document);
    if (pages <= 0) return MEDIA_WORKER_DAMAGED;
    // A character has at most four bytes in UTF-8; one byte more for each page's end.
    text->bytes = malloc((size_t)limits.characters * 4 + (size_t)limits.pages);
    if (!text->bytes) return MEDIA_WORKER_FAILED;
    text->pages = (uint32_t)pages;
    text->characters_left = limits.characters;
    for (int index = 0; index < pages; index++) {
        if (index >= limits.pages || text->characters_left == 0 || is_late()) {
            text->is_cut = 1;
            break;
        }
        // A page that can't be read is empty; the others may be whole.
        void *page = poppler.document_get_page(document, index);
        char *content = page ? poppler.page_get_text(page) : 0;
        add_page(text, content ? content : "");
        poppler.free(content);
        if (page) poppler.object_unref(page);
    }
    return MEDIA_WORKER_DONE;
}

static int read_text(const uint8_t *bytes, size_t count, struct media_worker_text_limits limits, struct text *text) {
    void *error = 0;
    void *document = poppler.document_new_from_bytes(poppler.bytes_new_static(bytes, count), 0, &error);
    if (document) return read_pages(document, limits, text);
    int is_locked = error && poppler.error_matches(error, poppler.error_quark(), POPPLER_LOCKED);
    return is_locked ? MEDIA_WORKER_LOCKED : MEDIA_WORKER_DAMAGED;
}

static int write_text(const struct text *text) {
    uint8_t head[MEDIA_WORKER_TEXT_HEADER] = {'S', 'P', 'T', '1'};
    media_worker_put_be32(head + 4, text->pages);
    media_worker_put_be32(head + 8, text->pages_read);
    media_worker_put_be32(head + 12, text->is_cut);
    media_worker_put_be32(head + 16, (uint32_t)text->size);
    int failed = media_worker_write_all(head, sizeof(head)) || media_worker_write_all(text->bytes, text->size);
    return failed ? MEDIA_WORKER_FAILED : MEDIA_WORKER_DONE;
}

static int is_within(int64_t value, int64_t most) { return value >= 1 && value <= most; }

static int run(struct media_worker_text_limits limits) {
    if (!is_within(limits.pages, MAX_TEXT_PAGES) || !is_within(limits.characters, MAX_TEXT_CHARACTERS)
        || !is_within(limits.file_bytes, MAX_TEXT_FILE))
        return MEDIA_WORKER_FAILED;
    media_worker_use_one_arena();
    int status = media_worker_load_poppler();
    if (status != MEDIA_WORKER_DONE) return status;
    struct media_worker_allowance allowance = {
        .memory_bytes = (int64_t)512 << 20,
        .output_bytes = MEDIA_WORKER_TEXT_HEADER + limits.characters * 4 + limits.pages,
        // For the page that is being read when the time for pages is over.
        .cpu_seconds = 2 * MEDIA_WORKER_TEXT_SECONDS,
    };
    if (media_worker_confine(allowance) != 0) return MEDIA_WORKER_UNCONFINED;
    uint8_t *bytes = 0;
    size_t count = 0;
    status = media_worker_read_all(&bytes, &count, (size_t)limits.file_bytes);
    if (status != MEDIA_WORKER_DONE) return status;
    struct text text = {0};
    status = read_text(bytes, count, limits, &text);
    return status == MEDIA_WORKER_DONE ? write_text(&text) : status;
}

void media_worker_run_text(struct media_worker_text_limits limits) {
    // Without the clean-up of libraries, which could make calls that reading doesn't.
    _exit(run(limits));
}
