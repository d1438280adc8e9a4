import { AgentError } from '../ports/agent-error.ts';

/**
 * An agent that was put back to an older version finds what a newer one has written. It reads none of it and changes none of it: what it does not understand it
 * could only lose. Filter and lock of the system stay as the newer one has set them.
 */
export function newerState(path: string, found: number, known: number): AgentError {
  return new AgentError(
    `${path} was written by a newer agent (format ${found}, this one knows ${known}): install that version again. Nothing was changed`,
  );
}
