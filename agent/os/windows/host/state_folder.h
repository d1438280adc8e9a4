/* Where the agent keeps its state: Schoolgate below the folder ProgramData, as Windows knows it. */
#ifndef SCHOOLGATE_STATE_FOLDER_H
#define SCHOOLGATE_STATE_FOLDER_H

#include "platform.h"

/* Names it to the programs that this one starts, by SCHOOLGATE_AGENT_STATE_DIR: %ProgramData% is what somebody has set. FALSE: Windows does not say. */
BOOL state_folder_name(void);

#endif
