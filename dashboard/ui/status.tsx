import type { Command, Device, DeviceLock, DeviceProtection } from '../../sdk/node/index.ts';
import { clockTime, day, duration } from '../app/time/tell.ts';
import { common } from '../app/words/common.ts';
import type { IconName } from './icon.tsx';
import { Pill, State } from './pill.tsx';
import { useNow } from './use-now.ts';

export { Pill } from './pill.tsx';

const MINUTE_S = 60;

/** Whether the laptop is connected now. Offline is no fault: laptops sleep. */
export function Connection({ device }: { readonly device: Pick<Device, 'status' | 'lastSeen'> }) {
  const w = common.read();
  const now = useNow(MINUTE_S);
  if (device.status === 'online')
    return (
      <State icon="dot" iconTone="good">
        {w.online}
      </State>
    );
  if (!device.lastSeen)
    return (
      <State icon="ring" quiet>
        {w.neverHeard}
      </State>
    );
  const seconds = (now - new Date(device.lastSeen).getTime()) / 1_000;
  return (
    <State icon="ring" quiet>
      {seconds < MINUTE_S ? w.offline : w.offlineFor(duration(seconds))}
    </State>
  );
}

interface ProtectionProps {
  readonly device: { readonly protection: DeviceProtection; readonly status: string };
  /** The present version: a laptop that enforces an older one is behind. */
  readonly current?: number;
}

/** Which rules the laptop confirmed that it enforces. Of one that is offline it is history. */
export function Protection({ device, current }: ProtectionProps) {
  const { state, policyVersion: version } = device.protection;
  const offline = device.status !== 'online';
  const stale = state === 'stale' || (state === 'enforcing' && isOlder(version, current));
  if (state === 'unprotected') return <Unprotected offline={offline} />;
  if (state !== 'enforcing' && !stale) return <NoReport />;
  const icon = stale ? 'shield-clock' : 'shield-check';
  if (offline)
    return (
      <State icon={icon} quiet>
        {history(version, stale)}
      </State>
    );
  return stale ? <Behind version={version} /> : <Enforcing version={version} />;
}

function Unprotected({ offline }: { readonly offline: boolean }) {
  const w = common.read();
  return (
    <Pill tone="bad" icon="shield-x">
      {offline ? w.stateWhenLastHeard(w.notProtected) : w.notProtected}
    </Pill>
  );
}

function NoReport() {
  return (
    <State icon="shield-dashed" quiet>
      {common.read().noReport}
    </State>
  );
}

function Enforcing({ version }: { readonly version: number | null }) {
  const w = common.read();
  return (
    <State icon="shield-check" iconTone="good">
      {version === null ? w.enforcing : w.enforcingVersion(version)}
    </State>
  );
}

function Behind({ version }: { readonly version: number | null }) {
  const w = common.read();
  return (
    <State icon="shield-clock" tone="warn">
      {version === null ? w.behind : w.behindVersion(version)}
    </State>
  );
}

function history(version: number | null, stale: boolean): string {
  const w = common.read();
  if (version !== null) return w.whenLastHeard(version);
  return w.stateWhenLastHeard(stale ? w.behind : w.enforcing);
}

function isOlder(version: number | null, current: number | undefined): boolean {
  return version !== null && current !== undefined && version < current;
}

/** Whether the screen is locked: dashed = asked for, solid = confirmed by the laptop. */
export function Lock({ lock }: { readonly lock: DeviceLock }) {
  const w = common.read();
  const now = useNow(MINUTE_S);
  if (lock.state === 'unlocked') return <span className="visually-hidden">{w.unlocked}</span>;
  if (lock.state === 'locked')
    return (
      <Pill tone="lock" icon="lock-filled">
        {lock.until === null ? w.locked : w.lockedTo(until(lock.until, now))}
      </Pill>
    );
  const locking = lock.state === 'locking';
  const asked = locking ? w.lockRequested : w.unlockRequested;
  const seconds = lock.since === null ? 0 : (now - new Date(lock.since).getTime()) / 1_000;
  return (
    <Pill tone="wait" dashed icon={locking ? 'lock' : 'lock-open'}>
      {seconds < MINUTE_S ? asked : w.forTime(asked, duration(seconds))}
    </Pill>
  );
}

function until(at: string, now: number): string {
  const far = new Date(at).getTime() - now > 20 * 3_600 * 1_000;
  return far ? `${day(at)}, ${clockTime(at)}` : clockTime(at);
}

type Look = readonly [tone: 'good' | 'bad' | 'wait' | 'quiet', icon: IconName, dashed: boolean];

const COMMANDS: Readonly<Record<string, Look>> = {
  queued: ['wait', 'hourglass', true],
  sent: ['wait', 'send', true],
  acknowledged: ['wait', 'laptop', true],
  succeeded: ['good', 'check', false],
  failed: ['bad', 'x', false],
  expired: ['quiet', 'clock', false],
  cancelled: ['quiet', 'minus', false],
  superseded: ['quiet', 'refresh', false],
};

/** How far a command came: dashed as long as the laptop has not said how it ended. */
export function CommandState({ status }: { readonly status: Command['status'] }) {
  const [tone, icon, dashed] = COMMANDS[status] ?? ['quiet', 'help', false];
  return (
    <Pill tone={tone} icon={icon} dashed={dashed}>
      {common.read().commandStatus[status] ?? status}
    </Pill>
  );
}

type Grade = readonly [tone: 'bad' | 'warn' | 'quiet', icon: IconName];

const SEVERITIES: Readonly<Record<string, Grade>> = {
  critical: ['bad', 'alert-triangle-filled'],
  high: ['bad', 'alert-triangle'],
  medium: ['warn', 'alert-diamond'],
  low: ['quiet', 'dot'],
  info: ['quiet', 'ring'],
};

/** How grave: each grade has a shape of its own. */
export function Severity({ severity }: { readonly severity: string }) {
  const [tone, icon] = SEVERITIES[severity] ?? ['quiet', 'ring'];
  const words = common.read().severity[severity] ?? severity;
  return tone === 'quiet' ? (
    <State icon={icon} quiet>
      {words}
    </State>
  ) : (
    <State icon={icon} tone={tone}>
      {words}
    </State>
  );
}
