// The Linux headers that Glibc's Swift module leaves out, and functions of glibc that need _GNU_SOURCE.
// That macro is defined in CLinux.c alone: here it would change types that Glibc's module has already
// declared without it.
#ifndef CLINUX_H
#define CLINUX_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/socket.h>

// accept4 with SOCK_NONBLOCK and SOCK_CLOEXEC.
int clinux_accept(int listener, struct sockaddr *address, socklen_t *length);

// How many processors this process may run on; at least 1.
int clinux_processor_count(void);

// Names the calling thread; the kernel keeps 15 bytes.
void clinux_name_thread(const char *name);

// How many bytes of what was sent the other end has not acknowledged yet.
int clinux_unacknowledged(int socket);

// Joins a thread that has ended; false, at once, if it has not.
int clinux_try_join(pthread_t thread);

// Opens a new file without a name in a folder, for reading and writing (O_TMPFILE).
int clinux_open_nameless(const char *folder, unsigned mode);

// Copies bytes from one file to another within the kernel; how many were copied, or -1.
int64_t clinux_copy_range(int from, int64_t from_offset, int to, int64_t to_offset, uint64_t count);

// Starts a program: in a process group of its own, without our descriptors, blocked and ignored signals,
// with standard error to a descriptor, stepping back by so much (nice(2)), ended by SIGXFSZ when a file that it
// writes becomes larger than that (0: as large as ours may), and so that it is killed when the thread that started
// it ends. 0, or an errno.
int clinux_start(const char *path, char *const arguments[], char *const environment[], int errors, int niceness,
                 uint64_t largest_file, pid_t *pid);

// What the calling thread is working on, for the note that it leaves if it ends the program: two texts, one
// after the other, of which 240 bytes are kept. Nothing: it is working on nothing.
void clinux_set_work(const char *first, size_t first_size, const char *second, size_t second_size);

// From now on a thread that ends the program by a mistake (SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE or
// SIGABRT) first writes the signal's number, a space, what it is working on, and the end of a line to that
// file. Then it does what it would have done without this. 0, or an errno.
int clinux_leave_notes(int file);

// A stack on which the calling thread can still leave its note when its own has run over; NULL if there is no
// memory for one. To be given back by the same thread.
void *clinux_take_signal_stack(void);
void clinux_give_back_signal_stack(void *stack);

// The arguments that the program was started with, its name first, as the loader got them from the kernel. Swift
// reads its own from /proc, which a sandbox may leave out. They end with NULL.
char *const *clinux_arguments(void);

// The path under which the program was executed; NULL if the kernel didn't say.
const char *clinux_executable(void);

// Lets the pages go that are mapped read-only of the program's and its libraries' files, and trims the
// heap. StartMemory.swift says what for.
void clinux_release_pages(void);

// Keeps the allocator from keeping more than so much at the end of each of its heaps, and has it map
// larger blocks one by one, each of which goes back when it is freed.
void clinux_bound_heap(int bytes);

// How many bytes of the heap are free, whether the system has their memory back or not.
size_t clinux_free_heap(void);

// Gives the memory of the heap's free pages back to the system.
void clinux_trim_heap(void);

#endif
