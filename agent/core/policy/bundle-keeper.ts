import type { PolicyTarget } from '../../../contracts/mqtt/messages.ts';
import type { PolicyBundle } from '../../../contracts/policy/bundle.ts';
import type { Clock } from '../../../kit/clock.ts';
import { messageOf } from '../../../kit/fault.ts';
import type { Log } from '../../../kit/log.ts';
import type { Random } from '../../../kit/random.ts';
import { createSerial } from '../../../kit/serial.ts';
import { sha256 } from '../../../kit/signing.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { PolicySource } from '../../ports/policy-source.ts';
import { readBundle } from './read-bundle.ts';
import { createRetry } from './retry.ts';

/** The bundle that is to be enforced, as far as it is here. */
export interface KeptBundle {
  /** What the device reports as `policy.version` once the filter has it in force. */
  readonly version: number;
  readonly hash: string;
  readonly bundle: PolicyBundle;
}

/**
 * A bundle or index that the target state names, but that cannot be used or cannot be written. Reported as a device event; the last good one stays in
 * force.
 */
export interface KeeperFault {
  readonly what: 'bundle' | 'categories';
  readonly code: 'wrong_hash' | 'wrong_size' | 'malformed' | 'not_enforceable' | 'damaged' | 'not_stored';
  readonly hash: string;
  readonly detail: string;
}

/** Unpacks gzip (RFC 1952). */
export interface Unpacker {
  /** Rejects when the bytes are no complete gzip, and as soon as they unpack to more than `maxBytes`, so that a bomb does not fill the memory. */
  gunzip(packed: Uint8Array, maxBytes: number): Promise<Uint8Array>;
}

/** Keeps the bundle that the signed target names, and the good one before it. */
export interface BundleKeeper {
  /** Finds the last good bundle on disk; without network, and before anything else asks. */
  start(): Promise<void>;
  /**
   * Gets the bundle that the target state names; undefined = a server of before bundles, and nothing changes. Resolves when the bundle is here, or
   * when its download has begun: then `onChange` follows.
   */
  want(policy: PolicyTarget | undefined): Promise<void>;
  /** The last good one; null = none ever came. */
  current(): KeptBundle | null;
  /** The server can be reached again: a fetch that waits begins at once. */
  kick(): void;
  stop(): Promise<void>;
}

export interface BundleKeeperDependencies {
  readonly store: ContentStore;
  readonly source: PolicySource;
  readonly unpacker: Unpacker;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Another bundle is the current one. */
  readonly onChange: (kept: KeptBundle) => void;
  readonly onFault: (fault: KeeperFault) => void;
}

/** Files that are kept: the current one, and the one before it in case the current file is damaged. */
const KEPT = 2;

export function createBundleKeeper(deps: BundleKeeperDependencies): BundleKeeper {
  const { store, source, unpacker, log, onFault } = deps;
  let current: KeptBundle | null = null;
  /** The hash of a bundle that is not fetched again, because the same bytes would be refused again. */
  let refused: string | null = null;
  const serial = createSerial();
  const retry = createRetry({
    ...deps,
    onFailure: (error) => log.warn({ error: messageOf(error) }, 'cannot fetch the policy bundle yet'),
  });

  const adopt = (kept: KeptBundle): void => {
    current = kept;
    log.info({ version: kept.version }, 'a policy bundle is here');
    deps.onChange(kept);
  };
  const keep = async (hash: string, bytes: Uint8Array, before: string | null): Promise<void> => {
    try {
      await store.save(hash, bytes);
      await store.keepOnly(before === null ? [hash] : [hash, before]);
    } catch (error) {
      // It is in force all the same: a full disk must not keep a policy from being obeyed. After a restart it is fetched again.
      onFault({ what: 'bundle', code: 'not_stored', hash, detail: messageOf(error) });
    }
  };
  /** @returns false when the bytes do not have the hash; another download may bring the right ones */
  const take = async (policy: PolicyTarget, bytes: Uint8Array): Promise<boolean> => {
    const { hash } = policy;
    if (sha256(bytes) !== hash) {
      onFault({
        what: 'bundle',
        code: 'wrong_hash',
        hash,
        detail: `${bytes.length} bytes of something else came`,
      });
      return false;
    }
    const read = readBundle(bytes);
    if (!read.ok) {
      refused = hash;
      onFault({ what: 'bundle', code: read.code, hash, detail: read.detail });
      return true;
    }
    const before = current?.hash ?? null;
    adopt({ version: policy.version, hash, bundle: read.bundle });
    await keep(hash, bytes, before);
    return true;
  };
  const takeInline = async (policy: PolicyTarget, inline: string): Promise<boolean> => {
    try {
      return await take(policy, await unpacker.gunzip(Buffer.from(inline, 'base64'), policy.bytes));
    } catch (error) {
      onFault({ what: 'bundle', code: 'wrong_size', hash: policy.hash, detail: messageOf(error) });
      return false;
    }
  };
  const takeStored = async (policy: PolicyTarget): Promise<boolean> => {
    const bytes = await readStored(store, policy.hash, log);
    return bytes !== null && (await take(policy, bytes));
  };
  const obtain = async (policy: PolicyTarget): Promise<void> => {
    const { hash, version, inline, bytes: maxBytes } = policy;
    if (hash === current?.hash) {
      retry.begin(nothingToDo);
      if (version !== current.version) adopt({ ...current, version });
      return;
    }
    if (hash === refused) return retry.begin(nothingToDo);
    if (await takeStored(policy)) return retry.begin(nothingToDo);
    if (inline !== undefined && (await takeInline(policy, inline))) return retry.begin(nothingToDo);
    retry.begin(async (signal) => {
      const bytes = await source.fetch({ kind: 'bundle', hash, from: null, maxBytes }, signal);
      return (
        signal.aborted ||
        (await serial.run(() => (signal.aborted ? Promise.resolve(true) : take(policy, bytes))))
      );
    });
  };

  return {
    current: () => current,
    async start() {
      for (const hash of (await listStored(store, log)).slice(0, KEPT)) {
        const bytes = await readStored(store, hash, log);
        const read = bytes === null ? null : readBundle(bytes);
        if (read?.ok === true) return adopt({ version: read.bundle.version, hash, bundle: read.bundle });
        const detail = read === null ? 'its file was changed or cannot be read' : read.detail;
        onFault({ what: 'bundle', code: 'damaged', hash, detail });
      }
    },
    want: (policy) => (policy === undefined ? Promise.resolve() : serial.run(() => obtain(policy))),
    kick: retry.kick,
    stop: retry.stop,
  };
}

const nothingToDo = (): Promise<boolean> => Promise.resolve(true);

/** A file that cannot be read counts as missing, and is fetched. */
async function readStored(store: ContentStore, hash: string, log: Log): Promise<Uint8Array | null> {
  try {
    return await store.read(hash);
  } catch (error) {
    log.error({ error: messageOf(error) }, 'cannot read a stored policy bundle');
    return null;
  }
}

async function listStored(store: ContentStore, log: Log): Promise<readonly string[]> {
  try {
    return await store.list();
  } catch (error) {
    log.error({ error: messageOf(error) }, 'cannot list the stored policy bundles');
    return [];
  }
}
