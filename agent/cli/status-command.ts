import { AGENT_VERSION } from '../report/version.ts';
import { type Identity, loadIdentity, readText } from '../state/identity.ts';
import { takeRunLock } from '../state/run-lock.ts';
import { type StateFolder, stateFolderAt } from '../state/state-folder.ts';
import { type RunningStatus, readStatus } from '../state/status-file.ts';
import { filterInWords } from './filter-words.ts';

interface Options {
  readonly stateDir: string;
  readonly json?: true;
}

/** What `status --json` prints. Without a running agent, `agent` is the last that it said of itself. */
interface Status {
  readonly agentVersion: string;
  readonly stateDir: string;
  readonly enrolled: boolean;
  readonly deviceId: string | null;
  readonly server: string | null;
  readonly organisation: string | null;
  readonly ou: string | null;
  readonly running: boolean;
  /** From the lock's own record, which holds also when no agent runs. */
  readonly lock: {
    readonly recorded: boolean;
    readonly commandId: string | null;
    readonly until: number | null;
  };
  readonly agent: RunningStatus | null;
}

export async function statusCommand({ stateDir, json }: Options): Promise<void> {
  const folder = stateFolderAt(stateDir);
  const identity = await loadIdentity(folder);
  const status: Status = {
    agentVersion: AGENT_VERSION,
    stateDir: folder.path,
    enrolled: identity !== null,
    deviceId: identity?.deviceId ?? null,
    server: identity?.serverUrl ?? null,
    organisation: identity?.organisation ?? null,
    ou: identity?.ou ?? null,
    running: identity !== null && isRunning(folder),
    lock: await recordedLock(folder),
    agent: await readStatus(folder),
  };
  console.log(json ? JSON.stringify(status, null, 2) : inWords(status, identity));
}

function isRunning(folder: StateFolder): boolean {
  const lock = takeRunLock(folder.runLock);
  lock?.release();
  return lock === null;
}

async function recordedLock(folder: StateFolder): Promise<Status['lock']> {
  const text = await readText(folder.lock);
  try {
    const held: unknown = text === null ? null : JSON.parse(text).held;
    if (typeof held !== 'object' || held === null) return { recorded: false, commandId: null, until: null };
    const { commandId, until } = held as { readonly commandId?: unknown; readonly until?: unknown };
    return {
      recorded: true,
      commandId: typeof commandId === 'string' ? commandId : null,
      until: typeof until === 'number' ? until : null,
    };
  } catch (error) {
    // A damaged record counts as a lock, as it does for the agent at its start.
    if (error instanceof SyntaxError) return { recorded: true, commandId: null, until: null };
    throw error;
  }
}

function inWords({ running, agent, lock }: Status, identity: Identity | null): string {
  if (identity === null) return 'This computer is not enrolled.';
  const lines = [
    `Enrolled as ${identity.deviceId} with ${identity.organisation} (${identity.ou}) at ${identity.serverUrl}.`,
  ];
  if (!running || agent === null) lines.push('The agent is not running.');
  else lines.push(runningInWords(agent));
  if (running && agent !== null) lines.push(...filterInWords(agent), ...classroomInWords(agent));
  lines.push(
    lock.recorded
      ? `Locked${lock.until === null ? '' : ` until ${new Date(lock.until).toISOString()}`}.`
      : 'Not locked.',
  );
  return lines.join('\n');
}

/** A status of an older agent has no classroom. */
function classroomInWords({ classroom }: Partial<Pick<RunningStatus, 'classroom'>>): readonly string[] {
  if (classroom === undefined) return [];
  const { session, overrides } = classroom;
  const until = (at: number): string => new Date(at).toISOString();
  return [
    ...(session === null
      ? []
      : [`Classroom session “${session.name}” (${session.mode}) until ${until(session.until)}.`]),
    ...overrides.map((one) => `${one.site} is allowed until ${until(one.until)}.`),
  ];
}

function runningInWords({ link, observe, outbox, targetVersion }: RunningStatus): string {
  const mode = observe ? ', only watching' : '';
  const waiting = outbox.rows === 0 ? 'no reports wait' : `${outbox.rows} reports wait`;
  return `The agent runs${mode}: ${linkInWords(link)}; target version ${targetVersion}; ${waiting}.`;
}

function linkInWords({ state, url, lastError, revoked }: RunningStatus['link']): string {
  if (revoked) return 'the server refuses this device, it may have been revoked; enroll it again';
  if (state === 'online') return `connected to ${url}`;
  return `not connected${lastError === null ? '' : ` (${lastError})`}`;
}
