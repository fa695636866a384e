#ifndef SPOTTER_CSQLITE_FILES_H
#define SPOTTER_CSQLITE_FILES_H

// Whether SQLite counts the memory of all connections together, for which each allocation takes one lock. To be called before
// the first database is opened: later it is refused. (sqlite3_config is variadic, which Swift can't call.)
int spotter_sqlite_count_memory(int isOn);

// From now on, database files that this process opens get no remains of moved rows: the part of a page that holds nothing is
// written as zeros. SQLite's `secure_delete` clears a row where it is deleted, but a page whose rows were distributed anew
// keeps copies of them there (`rebuildPage` in its btree.c). The write-ahead log is as SQLite makes it; what it holds comes
// by here when it is moved into the file. For files without `auto_vacuum`, up to 2^25 pages; larger ones are left alone.
//
// Returns a result code of SQLite. May be called any number of times.
int spotter_sqlite_clear_gaps(void);

#endif
