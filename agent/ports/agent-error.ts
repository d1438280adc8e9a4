/** An error that the operator can mend. The message is one sentence for a terminal, and the exit code is 1. */
export class AgentError extends Error {
  override readonly name: string = 'AgentError';
}

/** An administrator has to agree first: nothing is wrong, and the same call later may succeed. The message says what he is to do. */
export class EnrollmentWaiting extends AgentError {
  override readonly name = 'EnrollmentWaiting';
}

/** The server cannot be reached, or has no time: nothing is known to be wrong with what was asked, and the same call later may succeed. */
export class ServerAway extends AgentError {
  override readonly name = 'ServerAway';
}
