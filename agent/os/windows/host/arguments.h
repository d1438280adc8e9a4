/* The command line of a program, as CommandLineToArgvW and the C runtime take it apart. Portable: in UTF-8. */
#ifndef SCHOOLGATE_ARGUMENTS_H
#define SCHOOLGATE_ARGUMENTS_H

#include "memory.h"
#include "text.h"

/*
 * Adds one argument, quoted, behind what is there. Source: "Parsing C command-line arguments" (Microsoft Learn): 2n backslashes before a quotation mark are n
 * backslashes, 2n+1 are n backslashes and the mark itself; other backslashes stand for themselves.
 */
void arguments_add(Text *line, const char *argument);
/* Begins a line with the program, which is quoted always and where backslashes stand for themselves. False for a path that has a quotation mark. */
bool arguments_begin(Text *line, const char *program);
/* Takes a line apart: the program first, then its arguments, in memory of the call. NULL when there is none. */
char **arguments_split(const char *line, int *count, Memory *memory);

#endif
