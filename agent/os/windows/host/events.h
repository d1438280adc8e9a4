/* What happens to the computer, kept until the agent is told. */
#ifndef SCHOOLGATE_EVENTS_H
#define SCHOOLGATE_EVENTS_H

#include "platform.h"

#define EVENTS_MOST 64

/* Of HOST_TELLS.event: both are words that live for ever. */
typedef struct {
    const char *what, *detail;
} Event;

/* False when there is no memory for it. */
BOOL events_start(void);
/* From any thread. An event says "look again": the same one twice is one, and one too many loses nothing that the next would not say. */
void events_post(const char *what, const char *detail);
/* Set while there are some. */
HANDLE events_waiting(void);
/* Takes them all, oldest first. Returns how many. */
int events_take(Event taken[EVENTS_MOST]);
/* Has changes of the network posted. */
void events_watch_network(void);

#endif
