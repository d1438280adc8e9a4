/* Whether a folder is one that no user has planted. The host and the installers look. */
#ifndef SCHOOLGATE_TRUSTED_FOLDER_H
#define SCHOOLGATE_TRUSTED_FOLDER_H

#include "platform.h"

/* A folder, and no link to one. The handle is of the thing itself (FILE_FLAG_OPEN_REPARSE_POINT), with READ_CONTROL and FILE_READ_ATTRIBUTES. */
BOOL is_plain_folder(HANDLE handle);
/* Such a one, of SYSTEM or the administrators; `us_too`: or of the account that asks. */
BOOL is_trusted_folder(HANDLE handle, BOOL us_too);

#endif
