#ifndef DOCS_PAGE_H
#define DOCS_PAGE_H

#include <stddef.h>

/// A file that is part of the executable.
struct docs_file {
    const char *path;
    const char *media_type;
    const unsigned char *bytes;
    size_t size;
};

const struct docs_file *docs_files(void);
size_t docs_file_count(void);

#endif
