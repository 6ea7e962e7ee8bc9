/* Preloaded into a server: writes down, in their order, what it does to its database files.

   One record per call, made while no other call is under way: kind, file, offset, length, and the bytes. A file is one
   whose path holds RECORD_WRITES_OF; records go to RECORD_WRITES_TO. Nothing about the calls themselves is changed. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#define MOST_FILES 4096

struct record {
    char kind;      /* o: opened (bytes are the path), w: written, t: cut to offset, s: synced, u: removed (bytes are the path) */
    char padding[3];
    int32_t file;   /* descriptor */
    int64_t offset;
    int64_t length;
};

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
static char recorded[MOST_FILES];
static int target = -1;

#define REAL(name, result, ...) static result (*real)(__VA_ARGS__); if (!real) real = dlsym(RTLD_NEXT, #name)

static int of_interest(const char *path)
{
    const char *part = getenv("RECORD_WRITES_OF");
    const char *end = path ? strrchr(path, '-') : NULL;
    /* the shared-memory index is made anew after a power cut, so what it holds does not matter */
    return path && part && strstr(path, part) && !(end && strcmp(end, "-shm") == 0);
}

static void put(const void *bytes, size_t length)
{
    REAL(write, ssize_t, int, const void *, size_t);
    while (length) {
        ssize_t done = real(target, bytes, length);
        if (done <= 0) abort();
        bytes = (const char *)bytes + done;
        length -= (size_t)done;
    }
}

static void record(char kind, int file, int64_t offset, const void *bytes, size_t length)
{
    if (target < 0) {
        REAL(open, int, const char *, int, ...);
        target = real(getenv("RECORD_WRITES_TO"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        if (target < 0) abort();
    }
    struct record head = {kind, {0}, file, offset, (int64_t)length};
    put(&head, sizeof head);
    if (bytes) put(bytes, length);
}

static int known(int file) { return file >= 0 && file < MOST_FILES && recorded[file]; }

static int opened(int file, const char *path)
{
    if (file >= 0 && file < MOST_FILES && of_interest(path)) {
        pthread_mutex_lock(&one_at_a_time);
        recorded[file] = 1;
        record('o', file, 0, path, strlen(path));
        pthread_mutex_unlock(&one_at_a_time);
    }
    return file;
}

static mode_t mode_of(int flags, va_list rest) { return flags & O_CREAT ? (mode_t)va_arg(rest, int) : 0; }

#define OPEN(name)                                                       \
    int name(const char *path, int flags, ...)                           \
    {                                                                    \
        REAL(name, int, const char *, int, ...);                         \
        va_list rest;                                                    \
        va_start(rest, flags);                                           \
        mode_t mode = mode_of(flags, rest);                              \
        va_end(rest);                                                    \
        return opened(real(path, flags, mode), path);                    \
    }
OPEN(open)
OPEN(open64)

int close(int file)
{
    REAL(close, int, int);
    if (known(file)) recorded[file] = 0;
    return real(file);
}

#define PWRITE(name, offset_type)                                                      \
    ssize_t name(int file, const void *bytes, size_t length, offset_type offset)       \
    {                                                                                  \
        REAL(name, ssize_t, int, const void *, size_t, offset_type);                   \
        if (!known(file)) return real(file, bytes, length, offset);                    \
        pthread_mutex_lock(&one_at_a_time);                                            \
        ssize_t done = real(file, bytes, length, offset);                              \
        if (done > 0) record('w', file, offset, bytes, (size_t)done);                  \
        pthread_mutex_unlock(&one_at_a_time);                                          \
        return done;                                                                   \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t write(int file, const void *bytes, size_t length)
{
    REAL(write, ssize_t, int, const void *, size_t);
    if (!known(file)) return real(file, bytes, length);
    pthread_mutex_lock(&one_at_a_time);
    off_t offset = lseek(file, 0, SEEK_CUR);
    ssize_t done = real(file, bytes, length);
    if (done > 0) record('w', file, offset, bytes, (size_t)done);
    pthread_mutex_unlock(&one_at_a_time);
    return done;
}

#define CUT(name, offset_type)                                         \
    int name(int file, offset_type length)                             \
    {                                                                  \
        REAL(name, int, int, offset_type);                             \
        if (!known(file)) return real(file, length);                   \
        pthread_mutex_lock(&one_at_a_time);                            \
        int done = real(file, length);                                 \
        if (done == 0) record('t', file, length, NULL, 0);             \
        pthread_mutex_unlock(&one_at_a_time);                          \
        return done;                                                   \
    }
CUT(ftruncate, off_t)
CUT(ftruncate64, off64_t)

#define SYNC(name)                                                     \
    int name(int file)                                                 \
    {                                                                  \
        REAL(name, int, int);                                          \
        if (!known(file)) return real(file);                           \
        pthread_mutex_lock(&one_at_a_time);                            \
        int done = real(file);                                         \
        if (done == 0) record('s', file, 0, NULL, 0);                  \
        pthread_mutex_unlock(&one_at_a_time);                          \
        return done;                                                   \
    }
SYNC(fsync)
SYNC(fdatasync)

int unlink(const char *path)
{
    REAL(unlink, int, const char *);
    if (!of_interest(path)) return real(path);
    pthread_mutex_lock(&one_at_a_time);
    int done = real(path);
    if (done == 0) record('u', -1, 0, path, strlen(path));
    pthread_mutex_unlock(&one_at_a_time);
    return done;
}
