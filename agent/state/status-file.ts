import { writeDurably } from '../../kit/durable-file.ts';
import type { LockReport } from '../core/lock/lock-report.ts';
import type { LinkStatus } from '../ports/link-status.ts';
import { readText } from './identity.ts';
import type { StateFolder } from './state-folder.ts';

/** What the running agent tells `schoolgate-agent status`; no secret is in it. Times are epoch milliseconds of the computer's clock. */
export interface RunningStatus {
  readonly pid: number;
  readonly startedAt: number;
  readonly writtenAt: number;
  readonly observe: boolean;
  readonly link: LinkStatus;
  readonly lock: LockReport;
  readonly classroom: {
    /** The classroom session that decides here; until: server time. */
    readonly session: {
      readonly id: string;
      readonly name: string;
      readonly mode: string;
      readonly until: number;
    } | null;
    /** How many are on for this device. */
    readonly sessions: number;
    readonly overrides: readonly { readonly id: string; readonly site: string; readonly until: number }[];
  };
  /** Absent from agents before filters. */
  readonly filter?: {
    readonly protection: string;
    readonly reason: string;
    /** Since when the protection is so; server time. Absent from agents before, or without a filter. */
    readonly since?: number;
    readonly policyVersion: number;
    readonly categoriesVersion: number | null;
    /** State of the network; null = no filter runs. */
    readonly network: string | null;
    /** What stands in the way and the agent cannot mend, a sentence each; absent from agents before. */
    readonly problems?: readonly string[];
    /** The self-check; `ok` null = could not be tried. at: server time. */
    readonly proofs: readonly {
      readonly name: string;
      readonly ok: boolean | null;
      readonly detail: string;
      readonly at: number;
    }[];
  };
  readonly lockPage: string;
  readonly targetVersion: number;
  readonly campus: string;
  readonly battery: number | null;
  readonly charging: boolean | null;
  readonly userSignedIn: boolean;
  readonly outbox: { readonly rows: number; readonly bytes: number; readonly dropped: number };
  readonly clockOffsetMs: number;
}

export async function writeStatus(folder: StateFolder, status: RunningStatus): Promise<void> {
  await writeDurably(folder.status, `${JSON.stringify(status, null, 2)}\n`);
}

/** The last status that an agent has written here; null when there is none that can be read. */
export async function readStatus(folder: StateFolder): Promise<RunningStatus | null> {
  const text = await readText(folder.status);
  if (text === null) return null;
  try {
    return JSON.parse(text) as RunningStatus;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
