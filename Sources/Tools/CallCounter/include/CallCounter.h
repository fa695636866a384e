#ifndef CALL_COUNTER_H
#define CALL_COUNTER_H

// Counts what a process does, without a change to it: the library is preloaded (LD_PRELOAD) and stands before the functions
// of the C library and of SQLite. It adds to 64-bit numbers in the file that CALL_COUNTERS names, in this order. Whoever
// started the process reads the file; the process serves nothing.
//
// Processes that the counted one starts aren't counted.
enum call_counter {
    // Statements that were begun. Those that SQLite runs within another one, such as the full-text index's, aren't.
    CALL_COUNTER_STATEMENTS,
    // Instructions of SQLite's virtual machine (SQLITE_STMTSTATUS_VM_STEP), of all statements.
    CALL_COUNTER_VM_STEPS,
    // Calls that allocate, and the bytes that they asked for.
    CALL_COUNTER_ALLOCATIONS,
    CALL_COUNTER_ALLOCATED_BYTES,
    // System calls on files and sockets. Not those that wait, wake threads, tell the time or manage memory: how many of
    // them there are is up to the scheduler.
    CALL_COUNTER_SYSTEM_CALLS,
    CALL_COUNTER_FILE_BYTES_WRITTEN,
    CALL_COUNTER_SOCKET_BYTES_READ,
    CALL_COUNTER_SOCKET_BYTES_WRITTEN,
    // Not a count: the version of the SQLite that the process uses, such as 3040001.
    CALL_COUNTER_SQLITE_VERSION,
    CALL_COUNTER_COUNT
};

#endif
