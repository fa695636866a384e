#pragma once
#include <stddef.h>

// Functions of libraries that are loaded at run time, so that a build needs none of them.

struct library_function {
    /// The address of a pointer to the function.
    void *pointer;
    const char *name;
};

/// - Returns: whether the library has the function.
int library_resolve(void *library, void *pointer, const char *name);

/// - Returns: whether the library has all of the functions.
int library_resolve_all(void *library, const struct library_function *functions, size_t count);
