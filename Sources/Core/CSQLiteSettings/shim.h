#ifndef SPOTTER_CSQLITE_SETTINGS_SHIM_H
#define SPOTTER_CSQLITE_SETTINGS_SHIM_H

#include <sqlite3.h>

// Whether SQLite counts the memory of all connections together, for which each allocation takes one lock. To be called before
// the first database is opened: later it is refused. (sqlite3_config is variadic, which Swift can't call.)
static inline int spotter_sqlite_count_memory(int isOn) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, isOn); }

#endif
