/** Something that the operator can mend; the message is one sentence for a terminal, and the exit code is 1. */
export class AgentError extends Error {
  override readonly name = 'AgentError';
}
