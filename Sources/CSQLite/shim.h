#ifndef STORYTIME_CSQLITE_H
#define STORYTIME_CSQLITE_H

#include <sqlite3.h>

/* What Swift cannot call or say itself: a variadic function, and macros. */

/* Extended result codes: their macros are expressions that Swift's importer leaves out. */
static const int CSQLITE_CONSTRAINT_FOREIGNKEY = SQLITE_CONSTRAINT_FOREIGNKEY;
static const int CSQLITE_CONSTRAINT_PRIMARYKEY = SQLITE_CONSTRAINT_PRIMARYKEY;
static const int CSQLITE_CONSTRAINT_ROWID = SQLITE_CONSTRAINT_ROWID;
static const int CSQLITE_CONSTRAINT_UNIQUE = SQLITE_CONSTRAINT_UNIQUE;
static const int CSQLITE_ABORT_ROLLBACK = SQLITE_ABORT_ROLLBACK;
static const int CSQLITE_IOERR_CORRUPTFS = SQLITE_IOERR_CORRUPTFS;
static const int CSQLITE_IOERR_READ = SQLITE_IOERR_READ;
static const int CSQLITE_IOERR_SHORT_READ = SQLITE_IOERR_SHORT_READ;

/* Sets one of the SQLITE_DBCONFIG_… switches. https://sqlite.org/c3ref/db_config.html */
static inline int csqlite_set_flag(sqlite3 *db, int flag, int isOn) {
    return sqlite3_db_config(db, flag, isOn, (int *)0);
}

/* Leaves out the count of all memory in use, which costs a lock with each allocation:
   https://sqlite.org/c3ref/c_config_covering_index_scan.html#sqliteconfigmemstatus. To be called
   before the first connection; later it does nothing. */
static inline void csqlite_skip_memory_statistics(void) {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/* Binds a copy of UTF-8 text, so that the caller's bytes need not outlive the call. */
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const void *bytes,
                                    sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, count == 0 ? "" : (const char *)bytes, count,
                               SQLITE_TRANSIENT, SQLITE_UTF8);
}

/* Binds a copy of bytes. A null pointer would bind NULL, which an empty blob is not. */
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes,
                                    sqlite3_uint64 count) {
    if (count == 0) {
        return sqlite3_bind_zeroblob(statement, index, 0);
    }
    return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

#endif
