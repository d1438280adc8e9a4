import { useQuery } from '@tanstack/react-query';
import type { Device, DeviceState } from '../../../../sdk/node/index.ts';
import { useMay } from '../../../app/client/session.ts';
import { Block } from '../../../ui/block.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Pill } from '../../../ui/status.tsx';
import { askAdoption, askPolicies, askState } from '../queries.ts';
import { deviceWords } from '../words.ts';
import { type PolicyHere, policiesInOrder } from './policies-in-order.ts';
import { SelfTest } from './self-test.tsx';
import { unitName } from './unit-name.ts';

interface PolicyTabProps {
  readonly device: Device;
  readonly onSelfTest: () => void;
}

/** What the laptop should enforce beside what it does, and what proves it. */
export function PolicyTab({ device, onSelfTest }: PolicyTabProps) {
  const state = useQuery(askState(device.id));
  return (
    <Loaded query={state}>
      {(data) => (
        <>
          <Versions device={device} state={data} />
          <Policies device={device} state={data} />
          <SelfTest selfTest={data.selfTest} onSelfTest={onSelfTest} />
        </>
      )}
    </Loaded>
  );
}

interface OfState {
  readonly device: Device;
  readonly state: DeviceState;
}

function Versions({ device, state }: OfState) {
  const w = deviceWords.read().policy;
  const may = useMay();
  const adoption = useQuery({ ...askAdoption(device.ou), enabled: may('getPolicyAdoption') });
  const { wanted, enforced, upToDate } = state.policy;
  return (
    <Block title={w.title}>
      {wanted === null ? <Notice kind="bad">{w.tooLarge}</Notice> : null}
      <Facts
        items={[
          {
            label: w.wanted,
            value: wanted === null ? '–' : <Version version={wanted.version} hash={wanted.hash} />,
          },
          {
            label: w.enforced,
            value:
              enforced.version === null ? (
                w.none
              ) : (
                <Version version={enforced.version} hash={enforced.hash} />
              ),
          },
          { label: w.same, value: <Same device={device} isSame={upToDate} /> },
          ...(adoption.data === undefined
            ? []
            : [
                {
                  label: w.adoption(unitName(device.ou)),
                  value: w.adopted(adoption.data.enforcing, adoption.data.devices, adoption.data.version),
                },
              ]),
        ]}
      />
      <Problem error={adoption.error} />
    </Block>
  );
}

function Version({ version, hash }: { readonly version: number; readonly hash: string | null }) {
  const w = deviceWords.read();
  return (
    <span className="device-version">
      {w.version(version)} {hash === null ? null : <code className="mono device-hash">{hash}</code>}
    </span>
  );
}

function Same({ device, isSame }: { readonly device: Device; readonly isSame: boolean }) {
  const w = deviceWords.read().policy;
  if (isSame && device.status === 'online')
    return (
      <Pill tone="good" icon="check">
        {w.isSame}
      </Pill>
    );
  return isSame ? (
    <Pill tone="quiet">{w.wasSame}</Pill>
  ) : (
    <Pill tone="wait" dashed>
      {w.isNotSame}
    </Pill>
  );
}

function Policies({ device, state }: OfState) {
  const w = deviceWords.read();
  const may = useMay();
  const all = useQuery({ ...askPolicies(), enabled: may('listPolicies') });
  const rows = policiesInOrder(device, state.policy.policies, all.data ?? []);
  return (
    <Block title={w.policy.inOrder}>
      <p className="quiet">{w.policy.orderText}</p>
      <DataTable
        label={w.policy.inOrder}
        columns={[
          { key: 'name', head: w.policy.name, cell: ({ id, policy }) => policy?.name ?? id },
          { key: 'for', head: w.policy.reaches, cell: reachText },
          {
            key: 'priority',
            head: w.policy.priority,
            align: 'end',
            cell: ({ policy }) => policy?.priority ?? '–',
          },
          { key: 'wanted', head: w.policy.wanted, cell: ({ version }) => w.version(version) },
          { key: 'enforced', head: w.policy.enforced, cell: (row) => <Enforced row={row} state={state} /> },
        ]}
        rows={rows}
        rowKey={({ id }) => id}
        empty={<Empty title={w.policy.noPolicies} />}
      />
      <Problem error={all.error} />
    </Block>
  );
}

function reachText({ reach, unit }: PolicyHere): string {
  const w = deviceWords.read().policy;
  return unit === null ? w.reach[reach] : w.reachUnit(unitName(unit));
}

/** A policy is in force from the version of the whole on that is at least its own. */
function Enforced({ row, state }: { readonly row: PolicyHere; readonly state: DeviceState }) {
  const w = deviceWords.read().policy;
  const { version } = state.policy.enforced;
  const isIn = version !== null && version >= row.version;
  if (!isIn)
    return (
      <Pill tone="wait" dashed>
        {w.notYet}
      </Pill>
    );
  return state.protection.state === 'unprotected' || state.protection.state === 'unknown' ? (
    <Pill tone="warn">{w.hasIt}</Pill>
  ) : (
    <Pill tone="good" icon="check">
      {w.inForce}
    </Pill>
  );
}
