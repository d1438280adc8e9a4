/* Windows 10 and later; the network's headers stand before windows.h. */
#ifndef SCHOOLGATE_PLATFORM_H
#define SCHOOLGATE_PLATFORM_H

#ifndef UNICODE
#define UNICODE
#endif
#undef _WIN32_WINNT
#define _WIN32_WINNT 0x0A00
#define WIN32_LEAN_AND_MEAN /* half the time to compile */
#include <winsock2.h>
#include <ws2tcpip.h>
#include <windows.h>

#endif
