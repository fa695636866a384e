#define _GNU_SOURCE
#include "poppler.h"
#include "CMediaWorker.h"
#include "library.h"
#include <dlfcn.h>
#include <string.h>

struct poppler_functions poppler;

static int resolve_all(void *library) {
    const struct library_function functions[] = {
        {&poppler.bytes_new_static, "g_bytes_new_static"},
        {&poppler.document_new_from_bytes, "poppler_document_new_from_bytes"},
        {&poppler.document_get_n_pages, "poppler_document_get_n_pages"},
        {&poppler.document_get_page, "poppler_document_get_page"},
        {&poppler.page_get_text, "poppler_page_get_text"},
        {&poppler.object_unref, "g_object_unref"},
        {&poppler.free, "g_free"},
        {&poppler.error_matches, "g_error_matches"},
        {&poppler.error_quark, "poppler_error_quark"},
    };
    return library_resolve_all(library, functions, sizeof(functions) / sizeof(functions[0]));
}

static const char first_document[] =
    "%PDF-1.4\n"
    "1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n"
    "2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n"
    "3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R"
    "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>\nendobj\n"
    "4 0 obj\n<</Length 31>>\nstream\nBT /F 9 Tf 9 50 Td (Spot) Tj ET\nendstream\nendobj\n"
    "trailer\n<</Root 1 0 R>>\n";

int media_worker_load_poppler(void) {
    void *library = dlopen("libpoppler-glib.so.8", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libpoppler-glib.8.dylib", RTLD_NOW | RTLD_LOCAL);
    if (!library) return MEDIA_WORKER_NO_LIBRARY;
    if (!resolve_all(library)) return MEDIA_WORKER_OLD_LIBRARY;
    void *bytes = poppler.bytes_new_static(first_document, sizeof(first_document) - 1);
    // Stays open: poppler forgets what it has loaded when its last document is closed.
    void *document = poppler.document_new_from_bytes(bytes, 0, 0);
    void *page = document ? poppler.document_get_page(document, 0) : 0;
    char *text = page ? poppler.page_get_text(page) : 0;
    return text && strcmp(text, "Spot") == 0 ? MEDIA_WORKER_DONE : MEDIA_WORKER_FAILED;
}
