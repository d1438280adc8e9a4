import { ActionIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Device } from '../../../../sdk/node/index.ts';
import { common } from '../../../app/words/common.ts';
import { percent } from '../../../app/words/numbers.ts';
import { Facts } from '../../../ui/facts.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Connection, Lock, Protection } from '../../../ui/status.tsx';
import { askDevice } from '../queries.ts';
import { devicesWords } from '../words.ts';
import { placeName } from './columns.tsx';

/** The main facts of a laptop, beside the list. It is read again as it changes. */
export function Peek({ device: row, onClose }: { readonly device: Device; readonly onClose: () => void }) {
  const w = devicesWords.read();
  const { data: device = row } = useQuery({ ...askDevice(row.id), placeholderData: row });
  const text = (value: string | null): string => value ?? common.read().none;
  return (
    <aside className="devices-peek" aria-label={w.peekLabel(device.name)}>
      <header className="devices-peek-head">
        <h2 className="text-heading">{device.name}</h2>
        <ActionIcon variant="subtle" aria-label={common.read().close} onClick={onClose}>
          <Icon name="x" />
        </ActionIcon>
      </header>
      <Facts
        items={[
          { label: w.columns.connection, value: <Connection device={device} /> },
          { label: w.columns.protection, value: <Protection device={device} /> },
          {
            label: w.columns.lock,
            value: device.lock.state === 'unlocked' ? w.locks.unlocked : <Lock lock={device.lock} />,
          },
          { label: w.columns.user, value: text(device.user) },
          { label: w.columns.ou, value: device.ou },
          { label: w.columns.place, value: placeName(device.campus) },
          {
            label: w.columns.battery,
            value: device.battery === null ? common.read().none : percent(device.battery / 100),
          },
          { label: w.columns.lastSeen, value: <Moment at={device.lastSeen} show="full" /> },
          { label: w.columns.os, value: device.osVersion },
          { label: w.columns.agent, value: device.agentVersion },
          { label: w.columns.serial, value: text(device.serial) },
          { label: w.columns.assetTag, value: text(device.assetTag) },
          { label: w.columns.tags, value: text(device.tags.join(', ') || null) },
        ]}
      />
      <LinkButton to="/devices/$id/{-$tab}" params={{ id: device.id, tab: undefined }}>
        {w.openOne(device.name)}
      </LinkButton>
    </aside>
  );
}
