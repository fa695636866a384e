#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <features.h>

#if defined(__linux__) && defined(__GLIBC__)

#include "Counting.h"

// As in sqlite3.h, so that counting needs no SQLite.
typedef struct sqlite3_stmt sqlite3_stmt;
enum { STATUS_VM_STEP = 4 };
int sqlite3_step(sqlite3_stmt *);
int sqlite3_stmt_busy(sqlite3_stmt *);
int sqlite3_stmt_status(sqlite3_stmt *, int, int);

// How many statements this thread is in.
static __thread int depth;

int sqlite3_step(sqlite3_stmt *statement) {
    if (depth == 0 && !NEXT(sqlite3_stmt_busy)(statement)) count_add(CALL_COUNTER_STATEMENTS, 1);
    depth++;
    int result = NEXT(sqlite3_step)(statement);
    depth--;
    // What the statement took since it was looked at; nobody else asks.
    int steps = NEXT(sqlite3_stmt_status)(statement, STATUS_VM_STEP, 1);
    count_add(CALL_COUNTER_VM_STEPS, (uint64_t)(steps > 0 ? steps : 0));
    return result;
}

#endif
