#ifndef WEB_APP_H
#define WEB_APP_H

#include <stddef.h>

/// A file that is part of the executable.
struct web_file {
    const char *path;
    const char *media_type;
    const unsigned char *bytes;
    size_t size;
};

const struct web_file *web_files(void);
size_t web_file_count(void);

#endif
