import { CallTimeoutError } from './errors.ts';
import type { Command } from './generated/types.ts';
import type { CallOptions } from './options.ts';
import { Resource } from './resource.ts';

/** Statuses of a command that has not ended. */
const OPEN: readonly string[] = ['queued', 'sent', 'acknowledged'];

export interface WaitForOptions {
  /** Default 60,000. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds between two polls. Default 1,000. */
  readonly intervalMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The hand-written part of the commands resource. */
export abstract class AwaitedCommands extends Resource {
  abstract get(id: string, options?: CallOptions): Promise<Command>;

  /**
   * Waits until a command has ended, successfully or not: check its `status`.
   * @throws CallTimeoutError when it has not by then; the laptop may be away
   */
  async waitFor(
    id: string,
    { timeoutMs = 60_000, intervalMs = 1_000, signal }: WaitForOptions = {},
  ): Promise<Command> {
    const deadline = this.calls.connection.now() + timeoutMs;
    for (;;) {
      const command = await this.get(id, { signal });
      if (!OPEN.includes(command.status)) return command;
      if (this.calls.connection.now() + intervalMs > deadline)
        throw new CallTimeoutError(`The command ${id} is still ${command.status}.`);
      await this.calls.connection.sleep(intervalMs, signal);
    }
  }
}
