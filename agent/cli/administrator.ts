import { AgentError } from '../ports/agent-error.ts';

/** @throws AgentError unless the command runs as root; Windows has no such number, there the system itself refuses each step. */
export function mustBeAdministrator(command: string): void {
  const uid = process.getuid?.();
  if (uid === undefined || uid === 0) return;
  throw new AgentError(
    `"${command}" changes the system: run it as administrator (sudo schoolgate-agent ${command})`,
  );
}
