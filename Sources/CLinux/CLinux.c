#define _GNU_SOURCE
#include "CLinux.h"

#include <fcntl.h>
#include <linux/sockios.h>
#include <sched.h>
#include <sys/ioctl.h>
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

int clinux_spawn_closing_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
