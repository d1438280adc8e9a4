import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Device, DeviceState } from '../../../../sdk/node/index.ts';
import { Block } from '../../../ui/block.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Connection, Lock, Protection } from '../../../ui/status.tsx';
import { askLastLock, askState } from '../queries.ts';
import { deviceWords } from '../words.ts';
import { CommandProgress } from './command-progress.tsx';

interface OfDevice {
  readonly device: Device;
}

/** How the laptop is, since when and why; beside what is wanted of it stands what it confirmed. */
export function StateCards({ device }: OfDevice) {
  const state = useQuery(askState(device.id));
  return (
    <div className="device-cards">
      <ConnectionCard device={device} state={state.data} />
      <ProtectionCard device={device} state={state.data} />
      <LockCard device={device} />
      <Problem error={state.error} retry={() => void state.refetch()} />
    </div>
  );
}

function ConnectionCard({ device, state }: OfDevice & { readonly state: DeviceState | undefined }) {
  const w = deviceWords.read();
  const connection = state?.connection;
  const reason = connection?.reason ?? null;
  return (
    <Block title={w.cards.connection}>
      <p className="device-card-state">
        <Connection device={device} />
      </p>
      <Facts
        items={[
          { label: w.cards.since, value: momentOr(connection?.since ?? null) },
          ...(reason === null ? [] : [{ label: w.cards.why, value: offlineReason(reason) }]),
          { label: w.cards.lastHeard, value: momentOr(device.lastSeen) },
        ]}
      />
    </Block>
  );
}

function ProtectionCard({ device, state }: OfDevice & { readonly state: DeviceState | undefined }) {
  const w = deviceWords.read();
  const wanted = state?.policy.wanted?.version;
  const enforced = device.protection.policyVersion;
  const reason = state?.protection.reason ?? null;
  return (
    <Block title={w.cards.protection}>
      <p className="device-card-state">
        {wanted === undefined ? (
          <Protection device={device} />
        ) : (
          <Protection device={device} current={wanted} />
        )}
      </p>
      <Facts
        items={[
          { label: w.cards.wanted, value: wanted === undefined ? '–' : w.version(wanted) },
          { label: w.cards.confirmed, value: enforced === null ? w.cards.nothingYet : w.version(enforced) },
          { label: w.cards.since, value: momentOr(device.protection.since) },
          ...(reason === null ? [] : [{ label: w.cards.why, value: reason }]),
        ]}
      />
    </Block>
  );
}

function LockCard({ device }: OfDevice) {
  const w = deviceWords.read();
  const last = useQuery(askLastLock(device.id));
  const { lock } = device;
  const isWanted = lock.state === 'locked' || lock.state === 'locking';
  const isConfirmed = lock.state === 'locked' || lock.state === 'unlocking';
  const word = (isLocked: boolean): string => (isLocked ? w.cards.locked : w.cards.notLocked);
  return (
    <Block title={w.cards.lock}>
      <p className="device-card-state">
        {lock.state === 'unlocked' ? <span>{w.cards.notLocked}</span> : <Lock lock={lock} />}
      </p>
      <Facts
        items={[
          { label: w.cards.wanted, value: word(isWanted) },
          { label: w.cards.confirmed, value: word(isConfirmed) },
          ...(lock.since === null ? [] : [{ label: w.cards.since, value: momentOr(lock.since) }]),
          ...(lock.until === null ? [] : [{ label: w.cards.until, value: momentOr(lock.until) }]),
          ...(lock.message === null ? [] : [{ label: w.cards.message, value: lock.message }]),
        ]}
      />
      {last.data == null ? null : <CommandProgress key={last.data.id} command={last.data} device={device} />}
      <Problem error={last.error} />
    </Block>
  );
}

function momentOr(at: string | null): ReactNode {
  return at === null ? '–' : <Moment at={at} show="ago" />;
}

function offlineReason(reason: string): string {
  const reasons: Readonly<Record<string, string>> = deviceWords.read().offlineReasons;
  return reasons[reason] ?? reason;
}
