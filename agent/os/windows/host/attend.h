/* `schoolgate-host attend`: serves an agent over standard input and output. */
#ifndef SCHOOLGATE_ATTEND_H
#define SCHOOLGATE_ATTEND_H

/* Until standard input ends (0), or the agent is broken or hangs (1). Returns the exit status. */
int attend(void);

#endif
