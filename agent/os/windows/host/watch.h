/* The main loop over one agent's life. */
#ifndef SCHOOLGATE_WATCH_H
#define SCHOOLGATE_WATCH_H

#include "link.h"

#define WATCH_STOP_MS 8000 /* the agent's time to leave, once it is told */

/*
 * Serves the agent until `ended` is set (its process, or the end of standard input), it is broken, says no `alive` for 30 s, or has not left in time after `stop` (may be
 * NULL) was set. Ends what it has started for the user; openings stay. Returns whether it ended by itself or left when it was told to.
 */
BOOL watch_agent(Link *link, HANDLE ended, HANDLE stop);
/* Waits without an agent, and closes openings whose time is over. Returns whether `stop` was set. */
BOOL watch_pause(HANDLE stop, DWORD pause_ms);

#endif
