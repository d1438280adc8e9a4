/* Where this program is. */
#ifndef SCHOOLGATE_PROGRAM_H
#define SCHOOLGATE_PROGRAM_H

#include "platform.h"

/* Its path, and its folder without a backslash at the end; they live for ever. NULL when Windows does not say, or there is no memory. */
const wchar_t *program_path(void);
const wchar_t *program_folder(void);
/* A file of its folder, to be freed. NULL when there is no memory. */
wchar_t *program_file(const wchar_t *name);

#endif
