/* Rights of the account that Windows gives only when they are asked for. */
#ifndef SCHOOLGATE_PRIVILEGE_H
#define SCHOOLGATE_PRIVILEGE_H

#include "platform.h"

/* Enables one of this process's privileges for its lifetime. Returns an error code of Windows; ERROR_NOT_ALL_ASSIGNED when the account has it not. */
DWORD privilege_enable(const wchar_t *name);

#endif
