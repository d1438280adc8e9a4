/* A child process with numbered files, as Node's own child_process gives them: 0 nothing, 1 and 2 a log, from 3 on what it is given. */
#ifndef SCHOOLGATE_CHILD_H
#define SCHOOLGATE_CHILD_H

#include "platform.h"

#define CHILD_MOST_FILES 3 /* that it is given */

typedef struct {
    HANDLE process, job;
    DWORD pid;
} Child;

typedef struct {
    wchar_t *line; /* written to by Windows */
    const wchar_t *folder;
    wchar_t *environment; /* NULL: ours */
    HANDLE files[CHILD_MOST_FILES], log; /* from file 3 on; NULL: no such file, no log */
} ChildProgram;

/*
 * A pipe for both directions. `ours` is overlapped and not inherited; `theirs` is overlapped and inherited, and to be closed once the child runs. Only SYSTEM and its
 * maker may open it by its name, which is random, and there is one instance. Sets the last error.
 */
BOOL child_pipe(HANDLE *ours, HANDLE *theirs);
/*
 * Starts it in a job that ends with this process; it inherits its files and its log, and nothing else. Returns an error code of Windows.
 */
DWORD child_start(Child *child, const ChildProgram *program);
/* Ends it and all that it has started. */
void child_kill(Child *child);

#endif
