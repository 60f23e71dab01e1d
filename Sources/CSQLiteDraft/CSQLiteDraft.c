#define _GNU_SOURCE
#include "CSQLiteDraft.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// https://sqlite.org/vfs.html. One connection has the file to itself, and its journal is in memory: so
// there are no locks, and nothing beside it. Whoever opened the descriptor closes it.

static const char prefix[] = "descriptor:";

typedef struct {
    sqlite3_file base;
    int descriptor;
} Draft;

static int descriptor(sqlite3_file *file) { return ((Draft *)file)->descriptor; }

static int draft_close(sqlite3_file *file) {
    (void)file;
    return SQLITE_OK;
}

static int draft_read(sqlite3_file *file, void *buffer, int count, sqlite3_int64 offset) {
    int done = 0;
    while (done < count) {
        ssize_t got = pread(descriptor(file), (char *)buffer + done, (size_t)(count - done), offset + done);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return SQLITE_IOERR_READ;
        }
        if (got == 0) {
            memset((char *)buffer + done, 0, (size_t)(count - done));
            return SQLITE_IOERR_SHORT_READ;
        }
        done += (int)got;
    }
    return SQLITE_OK;
}

static int draft_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    int done = 0;
    while (done < count) {
        ssize_t put = pwrite(descriptor(file), (const char *)bytes + done, (size_t)(count - done), offset + done);
        if (put < 0 && errno == EINTR) {
            continue;
        }
        if (put <= 0) {
            return put == 0 || errno == ENOSPC || errno == EDQUOT ? SQLITE_FULL : SQLITE_IOERR_WRITE;
        }
        done += (int)put;
    }
    return SQLITE_OK;
}

static int draft_truncate(sqlite3_file *file, sqlite3_int64 size) {
    return ftruncate(descriptor(file), size) == 0 ? SQLITE_OK : SQLITE_IOERR_TRUNCATE;
}

static int draft_sync(sqlite3_file *file, int flags) {
    (void)flags;
    return fsync(descriptor(file)) == 0 ? SQLITE_OK : SQLITE_IOERR_FSYNC;
}

static int draft_size(sqlite3_file *file, sqlite3_int64 *size) {
    struct stat status;
    if (fstat(descriptor(file), &status) != 0) {
        return SQLITE_IOERR_FSTAT;
    }
    *size = status.st_size;
    return SQLITE_OK;
}

static int draft_lock(sqlite3_file *file, int level) {
    (void)file;
    (void)level;
    return SQLITE_OK;
}

static int draft_is_reserved(sqlite3_file *file, int *result) {
    (void)file;
    *result = 0;
    return SQLITE_OK;
}

static int draft_control(sqlite3_file *file, int operation, void *argument) {
    (void)file;
    (void)operation;
    (void)argument;
    return SQLITE_NOTFOUND;
}

static int draft_sector(sqlite3_file *file) {
    (void)file;
    return 4096;
}

static int draft_characteristics(sqlite3_file *file) {
    (void)file;
    return 0;
}

static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = draft_close,
    .xRead = draft_read,
    .xWrite = draft_write,
    .xTruncate = draft_truncate,
    .xSync = draft_sync,
    .xFileSize = draft_size,
    .xLock = draft_lock,
    .xUnlock = draft_lock,
    .xCheckReservedLock = draft_is_reserved,
    .xFileControl = draft_control,
    .xSectorSize = draft_sector,
    .xDeviceCharacteristics = draft_characteristics,
};

// The usual file system: files without any name, into which SQLite sorts, are its.
static sqlite3_vfs *usual;

static int draft_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *opened) {
    (void)vfs;
    if (name == NULL) {
        return usual->xOpen(usual, name, file, flags, opened);
    }
    file->pMethods = NULL;
    if ((flags & SQLITE_OPEN_MAIN_DB) == 0 || strncmp(name, prefix, sizeof prefix - 1) != 0) {
        return SQLITE_CANTOPEN;
    }
    ((Draft *)file)->descriptor = atoi(name + sizeof prefix - 1);
    file->pMethods = &methods;
    if (opened != NULL) {
        *opened = flags;
    }
    return SQLITE_OK;
}

static int draft_delete(sqlite3_vfs *vfs, const char *name, int syncs) {
    (void)vfs;
    (void)name;
    (void)syncs;
    return SQLITE_OK;
}

static int draft_access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
    (void)vfs;
    (void)name;
    (void)flags;
    *result = 0;
    return SQLITE_OK;
}

static int draft_full_name(sqlite3_vfs *vfs, const char *name, int size, char *full) {
    (void)vfs;
    return snprintf(full, (size_t)size, "%s", name) < size ? SQLITE_OK : SQLITE_CANTOPEN;
}

int csqlitedraft_register(void) {
    static sqlite3_vfs vfs;
    usual = sqlite3_vfs_find(NULL);
    if (usual == NULL) {
        return SQLITE_ERROR;
    }
    if (sqlite3_vfs_find(CSQLITEDRAFT_NAME) != NULL) {
        return SQLITE_OK;
    }
    // Time, chance and the rest are the usual ones.
    vfs = *usual;
    vfs.pNext = NULL;
    vfs.zName = CSQLITEDRAFT_NAME;
    if (vfs.szOsFile < (int)sizeof(Draft)) {
        vfs.szOsFile = sizeof(Draft);
    }
    vfs.xOpen = draft_open;
    vfs.xDelete = draft_delete;
    vfs.xAccess = draft_access;
    vfs.xFullPathname = draft_full_name;
    return sqlite3_vfs_register(&vfs, 0);
}

int csqlitedraft_open_nameless(const char *folder) { return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600); }
