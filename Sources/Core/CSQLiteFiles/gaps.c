#include "CSQLiteFiles.h"

#include <pthread.h>
#include <sqlite3.h>
#include <string.h>

// SQLite's file format: https://www.sqlite.org/fileformat.html#b_tree_pages

enum { largestPage = 65536, fileHeader = 100 };

// The first four bytes of a page that isn't a b-tree's are a page's number. Below this one their first byte is 0 or 1, which
// no b-tree page begins with.
static const sqlite3_int64 maxPages = 1 << 25;

// SQLite's own files, and what they do.
static sqlite3_vfs *files;
static const sqlite3_io_methods *methods;
// The same, but for the writes of databases.
static sqlite3_vfs clearingFiles;
static sqlite3_io_methods clearingMethods;

typedef struct {
    int begin, end;
} Range;

static int number(const unsigned char *page, int at) { return page[at] << 8 | page[at + 1]; }

// The bytes between the pointers to the cells and the cells; empty if this isn't a well-formed page of a b-tree.
static Range gap(const unsigned char *page, int size, int header) {
    const Range none = {0, 0};
    const int kind = page[header];
    const int isLeaf = kind == 10 || kind == 13;
    if (!isLeaf && kind != 2 && kind != 5) return none;
    const int pointers = header + (isLeaf ? 8 : 12), cells = number(page, header + 3), freeBlock = number(page, header + 1);
    const int content = number(page, header + 5);
    const Range range = {pointers + 2 * cells, content == 0 ? largestPage : content};
    if (range.begin > range.end || range.end > size || (freeBlock != 0 && freeBlock < range.end)) return none;
    for (int at = pointers; at < range.begin; at += 2) {
        const int cell = number(page, at);
        if (cell < range.end || cell >= size) return none;
    }
    return range;
}

static int isClear(const unsigned char *page, Range range) {
    for (int at = range.begin; at < range.end; at++) {
        if (page[at] != 0) return 0;
    }
    return 1;
}

static int writeCleared(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    const int isPage = count >= 512 && count <= largestPage && (count & (count - 1)) == 0 && offset % count == 0;
    if (!isPage) return methods->xWrite(file, bytes, count, offset);
    const Range range = gap(bytes, count, offset == 0 ? fileHeader : 0);
    if (isClear(bytes, range)) return methods->xWrite(file, bytes, count, offset);
    sqlite3_int64 size = 0;
    const int result = methods->xFileSize(file, &size);
    if (result != SQLITE_OK) return result;
    if (size / count >= maxPages) return methods->xWrite(file, bytes, count, offset);
    unsigned char page[largestPage];
    memcpy(page, bytes, (size_t)count);
    memset(page + range.begin, 0, (size_t)(range.end - range.begin));
    return methods->xWrite(file, page, count, offset);
}

// Whether the file's methods are SQLite's own, which are taken from the first file that is opened.
static int hasKnownMethods(const sqlite3_file *file) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    if (methods == NULL) {
        clearingMethods = *file->pMethods;
        clearingMethods.xWrite = writeCleared;
        methods = file->pMethods;
    }
    const int isKnown = file->pMethods == methods;
    pthread_mutex_unlock(&lock);
    return isKnown;
}

static int openFile(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags, int *flagsUsed) {
    (void)vfs;
    const int result = files->xOpen(files, name, file, flags, flagsUsed);
    if (result == SQLITE_OK && (flags & SQLITE_OPEN_MAIN_DB) != 0 && hasKnownMethods(file)) file->pMethods = &clearingMethods;
    return result;
}

static int registered = SQLITE_ERROR;

static void registerFiles(void) {
    files = sqlite3_vfs_find(NULL);
    if (files == NULL) return;
    clearingFiles = *files;
    clearingFiles.pNext = NULL;
    clearingFiles.zName = "clearing";
    clearingFiles.xOpen = openFile;
    registered = sqlite3_vfs_register(&clearingFiles, 1);
}

int spotter_sqlite_clear_gaps(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, registerFiles);
    return registered;
}
