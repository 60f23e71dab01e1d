// What a thread was working on when it ended the program. Swift ends a program by an instruction that no
// processor carries out, so only a handler of signals can still say anything, and a handler may only do what
// signal-safety(7) lists: nothing here allocates, locks or formats with stdio.
#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// Room for the number of a signal before the work, and for the end of the line after it.
#define NUMBER_SIZE 3
#define WORK_SIZE 240

// In a block that is there before the thread begins: a handler must not be the first to ask for it.
static __thread __attribute__((tls_model("initial-exec"))) struct {
    size_t size;
    char text[WORK_SIZE];
} work;

static const int deadly[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
enum { DEADLY = sizeof deadly / sizeof deadly[0] };

// What was there before for each of them: Swift's, which prints where the mistake was, or nothing.
static struct sigaction before[DEADLY];
static int note_file = -1;
static atomic_flag is_noted = ATOMIC_FLAG_INIT;

void clinux_set_work(const char *first, size_t first_size, const char *second, size_t second_size) {
    // A signal in between finds nothing rather than half of something.
    work.size = 0;
    atomic_signal_fence(memory_order_seq_cst);
    first_size = first_size < WORK_SIZE ? first_size : WORK_SIZE;
    second_size = second_size < WORK_SIZE - first_size ? second_size : WORK_SIZE - first_size;
    if (first_size > 0) {
        memcpy(work.text, first, first_size);
    }
    if (second_size > 0) {
        memcpy(work.text + first_size, second, second_size);
    }
    atomic_signal_fence(memory_order_seq_cst);
    work.size = first_size + second_size;
}

static void leave_note(int signal_number) {
    char line[NUMBER_SIZE + WORK_SIZE + 1];
    size_t size = 0;
    if (signal_number >= 10) {
        line[size++] = (char)('0' + signal_number / 10 % 10);
    }
    line[size++] = (char)('0' + signal_number % 10);
    line[size++] = ' ';
    memcpy(line + size, work.text, work.size);
    size += work.size;
    line[size++] = '\n';
    if (pwrite(note_file, line, size, 0) == (ssize_t)size) {
        fsync(note_file);
    }
}

static void handle(int signal_number, siginfo_t *information, void *context) {
    int error = errno;
    // Swift's handler stops the other threads, and one of them may be in here, too.
    if (!atomic_flag_test_and_set(&is_noted)) {
        leave_note(signal_number);
    }
    int index = 0;
    while (index < DEADLY - 1 && deadly[index] != signal_number) {
        index++;
    }
    const struct sigaction *next = &before[index];
    errno = error;
    if (next->sa_flags & SA_SIGINFO) {
        next->sa_sigaction(signal_number, information, context);
    } else if (next->sa_handler != SIG_DFL && next->sa_handler != SIG_IGN) {
        next->sa_handler(signal_number);
    } else {
        // It is blocked in here, and ends the program on the way out.
        signal(signal_number, SIG_DFL);
        raise(signal_number);
    }
}

int clinux_leave_notes(int file) {
    note_file = file;
    for (int i = 0; i < DEADLY; i++) {
        if (sigaction(deadly[i], NULL, &before[i]) != 0) {
            return errno;
        }
    }
    for (int i = 0; i < DEADLY; i++) {
        // The signal is blocked in the handler: if that goes wrong itself, the kernel ends the program.
        struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK};
        sigemptyset(&action.sa_mask);
        if (sigaction(deadly[i], &action, NULL) != 0) {
            return errno;
        }
    }
    return 0;
}

// More than SIGSTKSZ says even where registers are widest (getauxval(3), AT_MINSIGSTKSZ).
#define SIGNAL_STACK_SIZE (64 << 10)

void *clinux_take_signal_stack(void) {
    void *stack = mmap(NULL, SIGNAL_STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack == MAP_FAILED) {
        return NULL;
    }
    stack_t description = {.ss_sp = stack, .ss_size = SIGNAL_STACK_SIZE};
    if (sigaltstack(&description, NULL) != 0) {
        munmap(stack, SIGNAL_STACK_SIZE);
        return NULL;
    }
    return stack;
}

void clinux_give_back_signal_stack(void *stack) {
    if (stack == NULL) {
        return;
    }
    stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
    munmap(stack, SIGNAL_STACK_SIZE);
}
