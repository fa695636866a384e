#include "library.h"
#include <dlfcn.h>
#include <string.h>

int library_resolve(void *library, void *pointer, const char *name) {
    void *found = dlsym(library, name);
    memcpy(pointer, &found, sizeof(found));
    return found != 0;
}

int library_resolve_all(void *library, const struct library_function *functions, size_t count) {
    for (size_t index = 0; index < count; index++)
        if (!library_resolve(library, functions[index].pointer, functions[index].name)) return 0;
    return 1;
}
