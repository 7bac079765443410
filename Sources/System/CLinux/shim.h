// SPDX-License-Identifier: Apache-2.0
//
// What Swift's module of the C library does not import: epoll, inotify, timerfd, eventfd, prctl, flock, statfs, and what
// needs _GNU_SOURCE.

#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

#ifndef __linux__
#error "Reachability is for Linux."
#endif

#include <elf.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/vfs.h>

static const int32_t clx_in_nonblock_cloexec = IN_NONBLOCK | IN_CLOEXEC;
static const uint32_t clx_in_changes = IN_MASK_ADD | IN_CLOSE_WRITE | IN_MOVED_TO |
    IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF;
static const uint32_t clx_in_writing = IN_MODIFY;
static const uint32_t clx_in_appearances =
    IN_MASK_ADD | IN_MOVED_TO | IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF;
static const int32_t clx_efd_nonblock_cloexec = EFD_NONBLOCK | EFD_CLOEXEC;
static const int32_t clx_tfd_nonblock_cloexec = TFD_NONBLOCK | TFD_CLOEXEC;
static const int32_t clx_tfd_absolute_cancel = TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET;

static const int32_t clx_epoll_cloexec = EPOLL_CLOEXEC;
static const uint32_t clx_epoll_in = EPOLLIN;
static const uint32_t clx_epoll_out = EPOLLOUT;
static const uint32_t clx_epoll_failed = EPOLLERR | EPOLLHUP;

/* Declared only with _GNU_SOURCE. */
static const int32_t clx_o_tmpfile = __O_TMPFILE;

/* epoll_event has a union with a pointer, which is not safe to use. */
struct clx_epoll_ready {
    int32_t descriptor;
    uint32_t events;
};
static inline int clx_epoll_set(int queue, int operation, int descriptor, uint32_t events) {
    struct epoll_event event = {.events = events, .data.fd = descriptor};
    return epoll_ctl(queue, operation, descriptor, &event);
}
/* Up to 16 descriptors, without waiting. */
static inline int clx_epoll_take(int queue, struct clx_epoll_ready *ready, int count) {
    struct epoll_event events[16];
    int found = epoll_wait(queue, events, count < 16 ? count : 16, 0);
    for (int i = 0; i < found; i++) {
        ready[i].descriptor = events[i].data.fd;
        ready[i].events = events[i].events;
    }
    return found;
}

/* Swift does not import variadic functions. */
static inline void clx_set_thread_name(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

/* The structure has the name of the function, which Swift cannot tell apart. */
static inline int clx_statfs_type(const char *path, uint32_t *type) {
    struct statfs status;
    int result = statfs(path, &status);
    if (result == 0) *type = (uint32_t)status.f_type;
    return result;
}

/* Declared only with _GNU_SOURCE, which would make the C library's types differ from those of Swift's module. */
extern char *secure_getenv(const char *name);
static inline char *clx_secure_getenv(const char *name) { return secure_getenv(name); }

extern int fallocate(int descriptor, int mode, off_t offset, off_t length);
static inline int clx_fallocate_keeping_size(int descriptor, off_t length) {
    return fallocate(descriptor, 1 /* FALLOC_FL_KEEP_SIZE */, 0, length);
}

extern int sync_file_range(int descriptor, off_t offset, off_t count, unsigned int flags);
static inline int clx_start_writing(int descriptor, off_t offset, off_t count) {
    return sync_file_range(descriptor, offset, count, 2 /* SYNC_FILE_RANGE_WRITE */);
}

extern int renameat2(
    int old_folder, const char *old_path, int new_folder, const char *new_path, unsigned int flags);
static inline int clx_rename_without_replacing(const char *old_path, const char *new_path) {
    return renameat2(AT_FDCWD, old_path, AT_FDCWD, new_path, 1 /* RENAME_NOREPLACE */);
}

/* The beginning of struct dl_phdr_info (dl_iterate_phdr(3)), which needs _GNU_SOURCE. */
#if UINTPTR_MAX > UINT32_MAX
typedef Elf64_Phdr clx_segment;
#else
typedef Elf32_Phdr clx_segment;
#endif
struct clx_loaded_object {
    uintptr_t address;
    const char *name;
    const clx_segment *segments;
    uint16_t count;
};
extern int dl_iterate_phdr(
    int (*visit)(struct clx_loaded_object *object, size_t size, void *context), void *context);

static inline int clx_unmap_pages(struct clx_loaded_object *object, size_t size, void *context) {
    (void)size;
    uintptr_t page = *(const uintptr_t *)context;
    /* All are read before one is unmapped: the list of segments is in one of them, and would be mapped again. */
    struct { uintptr_t begin, end; } ranges[16];
    size_t count = 0;
    for (uint16_t i = 0; i < object->count && count < sizeof ranges / sizeof *ranges; i++) {
        const clx_segment *segment = &object->segments[i];
        /* Only what nobody can have written to. (What the loader has relocated was in a writable segment.) */
        if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W)) continue;
        uintptr_t begin = (object->address + segment->p_vaddr + page - 1) & ~(page - 1);
        uintptr_t end = (object->address + segment->p_vaddr + segment->p_memsz) & ~(page - 1);
        if (end > begin) {
            ranges[count].begin = begin;
            ranges[count++].end = end;
        }
    }
    for (size_t i = 0; i < count; i++)
        madvise((void *)ranges[i].begin, ranges[i].end - ranges[i].begin, MADV_DONTNEED);
    return 0;
}
static inline void clx_unmap_program_pages(uintptr_t page) {
    dl_iterate_phdr(clx_unmap_pages, &page);
}

#endif
