// The files of GET /docs, compiled into the executable. A changed file rebuilds this one.
#include "docs_page.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char page_html[] = {
#embed "files/page.html"
};
static const unsigned char page_css[] = {
#embed "files/page.css"
};
static const unsigned char page_js[] = {
#embed "files/page.js"
};
static const unsigned char operation_js[] = {
#embed "files/operation.js"
};
static const unsigned char schema_js[] = {
#embed "files/schema.js"
};
static const unsigned char icon_svg[] = {
#embed "files/icon.svg"
};

static const struct docs_file files[] = {
    {"/docs", "text/html; charset=utf-8", page_html, sizeof page_html},
    {"/docs/page.css", "text/css; charset=utf-8", page_css, sizeof page_css},
    {"/docs/page.js", "text/javascript; charset=utf-8", page_js, sizeof page_js},
    {"/docs/operation.js", "text/javascript; charset=utf-8", operation_js, sizeof operation_js},
    {"/docs/schema.js", "text/javascript; charset=utf-8", schema_js, sizeof schema_js},
    {"/docs/icon.svg", "image/svg+xml", icon_svg, sizeof icon_svg},
};

const struct docs_file *docs_files(void) { return files; }
size_t docs_file_count(void) { return sizeof files / sizeof *files; }
