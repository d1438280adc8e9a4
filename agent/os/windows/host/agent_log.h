/* What the agent prints: agent.log beside the program, where only administrators may write; agent.log.1 is what was before. */
#ifndef SCHOOLGATE_AGENT_LOG_H
#define SCHOOLGATE_AGENT_LOG_H

#include "platform.h"

/* A handle that a child may inherit, which only appends; NULL when it cannot be opened: the agent runs without. */
HANDLE agent_log_open(void);
/* Once a minute at most: puts a long log aside. The agent goes on writing to the same file, which is empty then. */
void agent_log_trim(void);

#endif
