// The web app, compiled into the executable: what scripts/web makes of Sources/Clients/WebApp. A changed file rebuilds this one.
#include "web_app.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

#include "files.inc"

const struct web_file *web_files(void) { return files; }
size_t web_file_count(void) { return sizeof files / sizeof *files; }
