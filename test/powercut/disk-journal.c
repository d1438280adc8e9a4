/*
 * Writes down what a process does to the files below one folder, for the tests that cut the power (disk-journal.ts reads it).
 *
 *   LD_PRELOAD=disk-journal.so POWERCUT_FOLDER=/absolute/folder POWERCUT_JOURNAL=/elsewhere/journal program …
 *
 * A record is one line of four words, and after it as many bytes as the last word says. ID names one opening of a file; paths are relative
 * to the folder ("." is itself).
 *
 *   open ID made LEN path     made: 1 when this call made the file
 *   write ID offset LEN bytes
 *   truncate ID size 0
 *   sync ID 0 0               fsync or fdatasync of a file
 *   syncdir 0 0 LEN path
 *   mkdir 0 0 LEN path
 *   unlink 0 0 LEN path       also rmdir
 *   rename 0 FROM LEN paths   the old path, FROM bytes long, and the new one
 *   unknown 0 0 LEN call      what the tests cannot play back
 *
 * One lock is held over a call and its record: the order of records is the order of what happened. What is written through a map of
 * memory is not seen; of SQLite's files that is the -shm alone, which it makes anew.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define MAX_FD 65536

enum kind { OTHER = 0, FILE_BELOW, FOLDER_BELOW };

static struct {
  enum kind kind;
  long id;
  dev_t device;
  ino_t inode;
  char *path; /* of a folder */
} fds[MAX_FD];

static long last_id;

static char folder[PATH_MAX];
static size_t folder_length;
static int journal = -1;
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

#define REAL(name) \
  static __typeof__(name) *real; \
  if (real == NULL) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

static ssize_t real_write(int fd, const void *bytes, size_t count) {
  REAL(write);
  return real(fd, bytes, count);
}

static void give_up(const char *why) {
  dprintf(2, "disk-journal: %s: %s\n", why, strerror(errno));
  _exit(97);
}

/* One writev to a file opened with O_APPEND: whole, also beside the test that writes its marks. */
static void record(const char *what, long a, long long b, const struct iovec *parts, int count, size_t length) {
  char head[160];
  struct iovec all[IOV_MAX];
  int size = snprintf(head, sizeof head, "%s %ld %lld %zu\n", what, a, b, length);
  if (count + 1 > IOV_MAX) give_up("too many parts");
  all[0] = (struct iovec){head, (size_t)size};
  size_t left = length;
  int used = 1;
  for (int i = 0; i < count && left > 0; i++) {
    size_t take = parts[i].iov_len < left ? parts[i].iov_len : left;
    all[used++] = (struct iovec){parts[i].iov_base, take};
    left -= take;
  }
  REAL(writev);
  if (real(journal, all, used) != (ssize_t)(size + length)) give_up("the journal cannot be written");
}

static void record_text(const char *what, long a, long long b, const char *text) {
  struct iovec part = {(void *)text, strlen(text)};
  record(what, a, b, &part, 1, part.iov_len);
}

static enum kind kind_of(int fd);

/* The path below the folder, "." for the folder itself; NULL when it is elsewhere. */
static const char *below(int at, const char *path, char *buffer) {
  if (journal < 0 || path == NULL) return NULL;
  if (path[0] == '/') snprintf(buffer, PATH_MAX, "%s", path);
  else if (at == AT_FDCWD) {
    char here[PATH_MAX];
    if (getcwd(here, sizeof here) == NULL) return NULL;
    if (snprintf(buffer, PATH_MAX, "%s/%s", here, path) >= PATH_MAX) return NULL;
  } else if (kind_of(at) == FOLDER_BELOW) {
    if (snprintf(buffer, PATH_MAX, "%s/%s/%s", folder, fds[at].path, path) >= PATH_MAX) return NULL;
  } else return NULL;
  size_t length = strlen(buffer);
  while (length > 1 && buffer[length - 1] == '/') buffer[--length] = 0;
  if (strncmp(buffer, folder, folder_length) != 0) return NULL;
  if (buffer[folder_length] == 0) return ".";
  return buffer[folder_length] == '/' ? buffer + folder_length + 1 : NULL;
}

static int is_there(const char *path, struct stat *facts) { return fstatat(AT_FDCWD, path, facts, AT_SYMLINK_NOFOLLOW) == 0; }

__attribute__((constructor)) static void begin(void) {
  const char *where = getenv("POWERCUT_FOLDER"), *file = getenv("POWERCUT_JOURNAL");
  if (where == NULL || file == NULL || where[0] != '/') return;
  folder_length = (size_t)snprintf(folder, sizeof folder, "%s", where);
  REAL(open);
  journal = real(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (journal < 0) give_up(file);
}

/* libuv closes by system call, unseen: then the number may be a socket by now. */
static enum kind kind_of(int fd) {
  struct stat facts;
  if (journal < 0 || fd < 0 || fd >= MAX_FD || fds[fd].kind == OTHER) return OTHER;
  if (fstat(fd, &facts) != 0 || facts.st_dev != fds[fd].device || facts.st_ino != fds[fd].inode) fds[fd].kind = OTHER;
  return fds[fd].kind;
}

static int is_file(int fd) { return kind_of(fd) == FILE_BELOW; }

static int opened(int fd, const char *path, int flags, int was_there) {
  struct stat facts;
  if (fd < 0 || fd >= MAX_FD || fstat(fd, &facts) != 0) return fd;
  fds[fd].kind = OTHER;
  fds[fd].device = facts.st_dev;
  fds[fd].inode = facts.st_ino;
  if (S_ISDIR(facts.st_mode)) {
    fds[fd].kind = FOLDER_BELOW;
    fds[fd].path = strdup(path);
  } else if (S_ISREG(facts.st_mode)) {
    fds[fd].kind = FILE_BELOW;
    /* The process with it: two may be watched at once. */
    fds[fd].id = (long)getpid() * 1000000 + ++last_id;
    record_text("open", fds[fd].id, !was_there, path);
    if (was_there && (flags & O_TRUNC)) record("truncate", fds[fd].id, 0, NULL, 0, 0);
  }
  return fd;
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    mode_t mode = 0; \
    if (flags & (O_CREAT | __O_TMPFILE)) { \
      va_list more; \
      va_start(more, flags); \
      mode = va_arg(more, mode_t); \
      va_end(more); \
    } \
    REAL(name); \
    char buffer[PATH_MAX]; \
    const char *own = below(AT_FDCWD, path, buffer); \
    if (own == NULL) return real(path, flags, mode); \
    pthread_mutex_lock(&lock); \
    struct stat facts; \
    int was_there = is_there(path, &facts); \
    int fd = opened(real(path, flags, mode), own, flags, was_there); \
    int error = errno; \
    pthread_mutex_unlock(&lock); \
    errno = error; \
    return fd; \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name) \
  int name(int at, const char *path, int flags, ...) { \
    mode_t mode = 0; \
    if (flags & (O_CREAT | __O_TMPFILE)) { \
      va_list more; \
      va_start(more, flags); \
      mode = va_arg(more, mode_t); \
      va_end(more); \
    } \
    REAL(name); \
    char buffer[PATH_MAX]; \
    const char *own = below(at, path, buffer); \
    if (own == NULL) return real(at, path, flags, mode); \
    pthread_mutex_lock(&lock); \
    struct stat facts; \
    int was_there = fstatat(at, path, &facts, AT_SYMLINK_NOFOLLOW) == 0; \
    int fd = opened(real(at, path, flags, mode), own, flags, was_there); \
    int error = errno; \
    pthread_mutex_unlock(&lock); \
    errno = error; \
    return fd; \
  }
OPENAT(openat)
OPENAT(openat64)

int close(int fd) {
  REAL(close);
  if (fd < 0 || fd >= MAX_FD || fds[fd].kind == OTHER) return real(fd);
  pthread_mutex_lock(&lock);
  free(fds[fd].path);
  fds[fd].path = NULL;
  fds[fd].kind = OTHER;
  int done = real(fd), error = errno;
  pthread_mutex_unlock(&lock);
  errno = error;
  return done;
}


/* offset < 0: where the file stands, which with O_APPEND is known after the call only. */
#define WRITING(call, parts, count) \
  pthread_mutex_lock(&lock); \
  ssize_t done = call; \
  int error = errno; \
  if (done > 0) { \
    off_t begin = offset < 0 ? lseek(fd, 0, SEEK_CUR) - done : offset; \
    record("write", fds[fd].id, begin, parts, count, (size_t)done); \
  } \
  pthread_mutex_unlock(&lock); \
  errno = error; \
  return done

ssize_t write(int fd, const void *bytes, size_t count) {
  if (!is_file(fd)) return real_write(fd, bytes, count);
  const off_t offset = -1;
  struct iovec part = {(void *)bytes, count};
  WRITING(real_write(fd, bytes, count), &part, 1);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  REAL(writev);
  if (!is_file(fd)) return real(fd, parts, count);
  const off_t offset = -1;
  WRITING(real(fd, parts, count), parts, count);
}

#define PWRITE(name) \
  ssize_t name(int fd, const void *bytes, size_t count, off_t offset) { \
    REAL(name); \
    if (!is_file(fd)) return real(fd, bytes, count, offset); \
    struct iovec part = {(void *)bytes, count}; \
    WRITING(real(fd, bytes, count, offset), &part, 1); \
  }
PWRITE(pwrite)
PWRITE(pwrite64)

#define PWRITEV(name) \
  ssize_t name(int fd, const struct iovec *parts, int count, off_t offset) { \
    REAL(name); \
    if (!is_file(fd)) return real(fd, parts, count, offset); \
    WRITING(real(fd, parts, count, offset), parts, count); \
  }
PWRITEV(pwritev)
PWRITEV(pwritev64)

#define TRUNCATE(name) \
  int name(int fd, off_t size) { \
    REAL(name); \
    if (!is_file(fd)) return real(fd, size); \
    pthread_mutex_lock(&lock); \
    int done = real(fd, size), error = errno; \
    if (done == 0) record("truncate", fds[fd].id, size, NULL, 0, 0); \
    pthread_mutex_unlock(&lock); \
    errno = error; \
    return done; \
  }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

/* The disk of the test need not be waited for: what counts is what was asked. */
static int synced(int fd, int (*real)(int)) {
  enum kind kind = kind_of(fd);
  if (kind == OTHER) return real(fd);
  pthread_mutex_lock(&lock);
  if (kind == FILE_BELOW) record("sync", fds[fd].id, 0, NULL, 0, 0);
  else record_text("syncdir", 0, 0, fds[fd].path);
  pthread_mutex_unlock(&lock);
  return 0;
}

int fsync(int fd) {
  REAL(fsync);
  return synced(fd, real);
}

int fdatasync(int fd) {
  REAL(fdatasync);
  return synced(fd, real);
}

int mkdir(const char *path, mode_t mode) {
  REAL(mkdir);
  char buffer[PATH_MAX];
  const char *own = below(AT_FDCWD, path, buffer);
  if (own == NULL) return real(path, mode);
  pthread_mutex_lock(&lock);
  int done = real(path, mode), error = errno;
  if (done == 0) record_text("mkdir", 0, 0, own);
  pthread_mutex_unlock(&lock);
  errno = error;
  return done;
}

static int removed(const char *path, int (*real)(const char *)) {
  char buffer[PATH_MAX];
  const char *own = below(AT_FDCWD, path, buffer);
  if (own == NULL) return real(path);
  pthread_mutex_lock(&lock);
  int done = real(path), error = errno;
  if (done == 0) record_text("unlink", 0, 0, own);
  pthread_mutex_unlock(&lock);
  errno = error;
  return done;
}

int unlink(const char *path) {
  REAL(unlink);
  return removed(path, real);
}

int rmdir(const char *path) {
  REAL(rmdir);
  return removed(path, real);
}

int rename(const char *from, const char *to) {
  REAL(rename);
  char one[PATH_MAX], two[PATH_MAX];
  const char *own_from = below(AT_FDCWD, from, one), *own_to = below(AT_FDCWD, to, two);
  if (own_from == NULL && own_to == NULL) return real(from, to);
  pthread_mutex_lock(&lock);
  int done = real(from, to), error = errno;
  if (done == 0) {
    if (own_from == NULL || own_to == NULL) record_text("unknown", 0, 0, "rename across the folder's border");
    else {
      struct iovec parts[] = {{(void *)own_from, strlen(own_from)}, {(void *)own_to, strlen(own_to)}};
      record("rename", 0, (long long)parts[0].iov_len, parts, 2, parts[0].iov_len + parts[1].iov_len);
    }
  }
  pthread_mutex_unlock(&lock);
  errno = error;
  return done;
}

/* What no program under test does; a record of it fails the test, so that nothing is missed in silence. */
int link(const char *from, const char *to) {
  REAL(link);
  char buffer[PATH_MAX];
  if (below(AT_FDCWD, to, buffer) != NULL) record_text("unknown", 0, 0, "link");
  return real(from, to);
}

int truncate64(const char *path, off_t size) {
  REAL(truncate64);
  char buffer[PATH_MAX];
  if (below(AT_FDCWD, path, buffer) != NULL) record_text("unknown", 0, 0, "truncate");
  return real(path, size);
}

ssize_t sendfile64(int to, int from, off_t *offset, size_t count) {
  ssize_t (*real)(int, int, off_t *, size_t) = (ssize_t(*)(int, int, off_t *, size_t))dlsym(RTLD_NEXT, "sendfile64");
  if (is_file(to)) record_text("unknown", 0, 0, "sendfile");
  return real(to, from, offset, count);
}
