/* Functions that an older Windows, a Server or Wine may lack: looked up by name, in System32 only. */
#ifndef SCHOOLGATE_LIBRARY_H
#define SCHOOLGATE_LIBRARY_H

#include "platform.h"

/* NULL when library or function is missing; the caller answers ERROR_PROC_NOT_FOUND (127). The library stays loaded. */
void *library_function(const wchar_t *library, const char *name);

#endif
