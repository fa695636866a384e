#if defined(__x86_64__)
#include "kernels.h"

#pragma clang attribute push(__attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,fma"))), apply_to = function)

#include "avx512.h"
#include "functions.h"
#include "layer.h"
#include "attention.h"

const ek_kernels ek_avx512 = {"avx512", linear, normalise, attend, pool};

#pragma clang attribute pop
#endif
