import type { TargetState } from '../../../contracts/mqtt/messages.ts';
import { messageOf } from '../../../kit/fault.ts';
import type { Log } from '../../../kit/log.ts';
import type { EventReporter } from '../events/event-reporter.ts';
import type { TrustedTime } from '../time/trusted-time.ts';
import { type RefusalCode, readTarget, type Trust } from './signed-message.ts';

/** Keeps the target state in force. The expiry of a target state limits when it may be accepted; once accepted, it stays in force. */
export interface TargetKeeper {
  /** Reads the stored one and checks its signature again. */
  start(): Promise<void>;
  /** Verifies and keeps a newer one. Resolves with it when it is in force now or already was; with null when it was refused. */
  receive(jws: string): Promise<TargetState | null>;
  current(): TargetState | null;
  /** Checks the stored text again. @returns its version, or null when there is none or it does not verify */
  recheck(): Promise<number | null>;
}

/** The last accepted target state, as signed. */
export interface TargetStore {
  load(): { readonly jws: string; readonly version: number } | null;
  save(target: { readonly jws: string; readonly version: number }): void;
}

export interface TargetKeeperDependencies {
  readonly store: TargetStore;
  readonly trust: Trust;
  readonly time: TrustedTime;
  readonly reporter: EventReporter;
  readonly log: Log;
}

export function createTargetKeeper({
  store,
  trust,
  time,
  reporter,
  log,
}: TargetKeeperDependencies): TargetKeeper {
  let current: TargetState | null = null;

  const keep = (jws: string, version: number): void => {
    try {
      store.save({ jws, version });
    } catch (error) {
      // A full disk must not keep a lock from being obeyed; the server sends the target again at the next connection.
      log.error(
        { version, error: messageOf(error) },
        'cannot store the target; it is in force until the agent restarts',
      );
    }
  };

  const readStored = async (): Promise<TargetState | null> => {
    const stored = store.load();
    if (stored === null) return null;
    const read = await readTarget(stored.jws, trust);
    return read.ok ? read.value : null;
  };

  return {
    current: () => current,
    async start() {
      current = await readStored();
      if (current === null && store.load() !== null)
        reporter.tamper('stored_target', 'the stored target does not verify');
    },
    async recheck() {
      return (await readStored())?.version ?? null;
    },
    async receive(jws) {
      const read = await readTarget(jws, trust);
      if (!read.ok) {
        reporter.refused(read.refusal);
        return null;
      }
      const target = read.value;
      const refuse = (code: RefusalCode, detail: string): null => {
        reporter.refused({ what: 'target', code, detail, commandId: null });
        return null;
      };
      const have = current?.version ?? 0;
      if (target.version < have)
        return refuse('old_version', `version ${target.version}, in force is ${have}`);
      if (target.version === have) return current;
      if (target.expiresAt <= time.now()) return refuse('expired', `version ${target.version} has expired`);
      keep(jws, target.version);
      current = target;
      log.info({ version: target.version }, 'a new target state is in force');
      return target;
    },
  };
}
