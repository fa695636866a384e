#include "CSQLiteFiles.h"

#include <sqlite3.h>

int spotter_sqlite_count_memory(int isOn) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, isOn); }
