/* `schoolgate-host session window --text TEXT [-- BROWSER ARGUMENT…]`: covers the screen of the user in whose session it runs. */
#ifndef SCHOOLGATE_LOCK_WINDOW_H
#define SCHOOLGATE_LOCK_WINDOW_H

#include "platform.h"

/*
 * Covers every monitor with the text, above everything, until it is ended from outside. A browser's windows are above ours; it is started again when it has ended, or shows
 * none. Returns an error code of Windows when it cannot.
 */
DWORD lock_window(const wchar_t *text, wchar_t *browser_line);

#endif
