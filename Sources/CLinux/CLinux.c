#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <linux/close_range.h>
#include <linux/sockios.h>
#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int clinux_accept(int listener, struct sockaddr *address, socklen_t *length) {
    return accept4(listener, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int clinux_processor_count(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0) {
        return 1;
    }
    int count = CPU_COUNT(&set);
    return count > 0 ? count : 1;
}

void clinux_name_thread(const char *name) {
    char kept[16] = {0};
    for (int i = 0; i < 15 && name[i] != 0; i++) {
        kept[i] = name[i];
    }
    pthread_setname_np(pthread_self(), kept);
}

int clinux_unacknowledged(int socket) {
    int count = 0;
    return ioctl(socket, SIOCOUTQ, &count) == 0 ? count : 0;
}

int clinux_try_join(pthread_t thread) {
    return pthread_tryjoin_np(thread, NULL) == 0;
}

int clinux_open_nameless(const char *folder, unsigned mode) {
    return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
}

int64_t clinux_copy_range(int from, int64_t from_offset, int to, int64_t to_offset, uint64_t count) {
    off64_t source = from_offset;
    off64_t target = to_offset;
    return copy_file_range(from, &source, to, &target, count, 0);
}

static char *const no_arguments[] = {NULL};
static char *const *arguments = no_arguments;

// glibc hands main's arguments to the functions that run before it, too (call_init in elf/dl-init.c).
__attribute__((constructor)) static void keep_arguments(int count, char *const values[]) {
    if (count > 0) {
        arguments = values;
    }
}

char *const *clinux_arguments(void) {
    return arguments;
}

const char *clinux_executable(void) {
    return (const char *)getauxval(AT_EXECFN);
}

// posix_spawn cannot ask for the signal that ends a program with us; otherwise this does what it does.
// With vfork the memory is shared until execve, and only this thread waits: nothing but system calls
// may be made in between, and what went wrong can simply be left in a variable.
int clinux_start(const char *path, char *const arguments[], char *const environment[], int errors, int niceness,
                 uint64_t largest_file, pid_t *pid) {
    pid_t parent = getpid();
    volatile int error = 0;
    pid_t child = vfork();
    if (child < 0) {
        return errno;
    }
    if (child == 0) {
        struct sigaction usual = {.sa_handler = SIG_DFL};
        sigset_t none;
        sigemptyset(&none);
        struct rlimit file = {.rlim_cur = largest_file, .rlim_max = largest_file};
        // What is ended by its limit leaves no core file behind.
        struct rlimit core = {.rlim_cur = 0, .rlim_max = 0};
        int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
        if (setpgid(0, 0) == 0 && prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent &&
            sigaction(SIGPIPE, &usual, NULL) == 0 && sigaction(SIGXFSZ, &usual, NULL) == 0 &&
            (largest_file == 0 ||
             (setrlimit(RLIMIT_FSIZE, &file) == 0 && setrlimit(RLIMIT_CORE, &core) == 0)) &&
            dup2(nothing, STDIN_FILENO) >= 0 &&
            dup2(nothing, STDOUT_FILENO) >= 0 && dup2(errors, STDERR_FILENO) >= 0 &&
            close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC) == 0 &&
            sigprocmask(SIG_SETMASK, &none, NULL) == 0) {
            // A program that can't step back runs all the same.
            (void)!nice(niceness);
            execve(path, arguments, environment);
        }
        error = errno;
        _exit(127);
    }
    if (error != 0) {
        waitpid(child, NULL, 0);
        return error;
    }
    *pid = child;
    return 0;
}

// Whether the loader has written into an object's read-only segments, which would be lost with the pages
// (ELF: DT_TEXTREL). Nothing that is compiled for shared libraries today needs that.
static int has_text_relocations(const struct dl_phdr_info *object) {
    for (int i = 0; i < object->dlpi_phnum; i++) {
        if (object->dlpi_phdr[i].p_type != PT_DYNAMIC) {
            continue;
        }
        const ElfW(Dyn) *entry = (const void *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
        for (; entry->d_tag != DT_NULL; entry++) {
            if (entry->d_tag == DT_TEXTREL || (entry->d_tag == DT_FLAGS && (entry->d_un.d_val & DF_TEXTREL))) {
                return 1;
            }
        }
    }
    return 0;
}

// Lets the whole pages go of each segment that nobody can write to. The kernel's own object, the vDSO, is
// no file.
static int release_segments(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size;
    uintptr_t page = *(const uintptr_t *)context;
    if (object->dlpi_addr == getauxval(AT_SYSINFO_EHDR) || has_text_relocations(object)) {
        return 0;
    }
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W) != 0) {
            continue;
        }
        // Inwards: a page that is shared with a neighbour may be one that is written to.
        uintptr_t begin = object->dlpi_addr + segment->p_vaddr;
        uintptr_t end = (begin + segment->p_memsz) & ~(page - 1);
        begin = (begin + page - 1) & ~(page - 1);
        if (begin < end) {
            madvise((void *)begin, end - begin, MADV_DONTNEED);
        }
    }
    return 0;
}

void clinux_release_pages(void) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    dl_iterate_phdr(release_segments, &page);
    malloc_trim(0);
}

void clinux_bound_heap(int bytes) {
    mallopt(M_MMAP_THRESHOLD, bytes);
    mallopt(M_TRIM_THRESHOLD, bytes);
}

size_t clinux_free_heap(void) {
    return mallinfo2().fordblks;
}

void clinux_trim_heap(void) {
    malloc_trim(0);
}
