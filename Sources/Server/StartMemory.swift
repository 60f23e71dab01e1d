import CLinux

/// Gives back the memory that only startup needed.
///
/// Startup touches nearly all of the program and its libraries once: their symbols are bound,
/// templates are compiled, the schema is read. 30 MB of their files are mapped then, and serving
/// touches half of them again at most. The kernel would only take back the others when memory runs
/// short, and until then they count as the program's.
///
/// Pages of a file that were never written to are read again when they are touched, as a rule from
/// the kernel's cache of files (madvise(2), `MADV_DONTNEED`); the segments of all loaded objects
/// come from dl_iterate_phdr(3). That costs the first requests a few hundred page faults, about 1
/// ms in all. Freed memory goes back with malloc_trim(3).
package enum StartMemory {
    /// To be called when a large part of startup is done, and when all of it is, before requests
    /// come. Other threads may run.
    package static func giveBack() {
        clinux_release_pages()
    }
}
