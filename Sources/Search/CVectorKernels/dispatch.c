#include "kernels.h"

#include <string.h>

static bool has(const vk_kernels *kernels) {
#if defined(__x86_64__)
    if (kernels == &vk_avx512)
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
            && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")
            && __builtin_cpu_supports("avx512vnni");
    if (kernels == &vk_avx2) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
    return kernels == &vk_plain;
}

static const vk_kernels *const all[] = {
#if defined(__x86_64__)
    &vk_avx512, &vk_avx2,
#endif
    &vk_plain,
};

const vk_kernels *vk_best(void) {
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (has(all[i])) return all[i];
    return &vk_plain;
}

const vk_kernels *vk_named(const char *name) {
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp(all[i]->name, name)) return has(all[i]) ? all[i] : NULL;
    return NULL;
}

const char *vk_name(const vk_kernels *kernels) { return kernels->name; }

void vk_block_dots(
    const vk_kernels *kernels, const uint8_t *block, uint32_t groups, const int8_t *queries, uint32_t count, int32_t *out
) {
    kernels->dots(block, groups, queries, count, out);
}

float vk_score(const vk_kernels *kernels, const float *a, const float *b, uint32_t dimension) {
    return kernels->score(a, b, dimension);
}
