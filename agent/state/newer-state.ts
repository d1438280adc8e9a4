import { AgentError } from '../ports/agent-error.ts';

/**
 * The error of an agent that was put back to an older version and finds state of a newer one. It reads and changes none of that state, because it
 * could only lose what it does not know. Filter and lock stay as the newer agent has set them.
 */
export function newerState(path: string, found: number, known: number): AgentError {
  return new AgentError(
    `${path} was written by a newer agent (format ${found}, this one knows ${known}): install that version again. Nothing was changed`,
  );
}
