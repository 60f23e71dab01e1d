// Databases in files that have no name: a file system for SQLite in which a file is called
// "descriptor:7", and is what that descriptor leads to. And the call that opens such a file.
#ifndef CSQLITEDRAFT_H
#define CSQLITEDRAFT_H

// The name under which SQLite knows it.
#define CSQLITEDRAFT_NAME "descriptor"

// Makes it known to SQLite; a code of SQLite's. More than once does no harm.
int csqlitedraft_register(void);

// Opens a new file without a name in a folder, for its owner to read and write (O_TMPFILE); -1 and errno.
int csqlitedraft_open_nameless(const char *folder);

#endif
