import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Command, Device } from '../../../sdk/node/index.ts';
import { useMay } from '../../app/client/session.ts';
import { later } from '../../ui/later.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import './device.css';
import { CommandProgress } from './parts/command-progress.tsx';
import { CommandsTab } from './parts/commands-tab.tsx';
import { DeviceAbout } from './parts/device-about.tsx';
import { DeviceHeading } from './parts/device-heading.tsx';
import { type DeviceTab, DeviceTabs, useDeviceTabs } from './parts/device-tabs.tsx';
import type { Doing } from './parts/doings.ts';
import { Gone, whyGone } from './parts/gone.tsx';
import { LockButton } from './parts/lock-button.tsx';
import { MoreMenu } from './parts/more-menu.tsx';
import { PolicyTab } from './parts/policy-tab.tsx';
import { StateCards } from './parts/state-cards.tsx';
import { StateTab } from './parts/state-tab.tsx';
import { askDevice } from './queries.ts';
import { deviceWords } from './words.ts';

const ActivityTab = later(async () => (await import('./parts/activity-tab.tsx')).ActivityTab);
const DoingDialog = later(async () => (await import('./parts/doing-dialog.tsx')).DoingDialog);
const LockDialog = later(async () => (await import('./parts/lock-dialog.tsx')).LockDialog);

const route = getRouteApi('/frame/devices/$id/{-$tab}');

/** So many of what was asked for on this visit stay above the tabs. */
const FEW = 3;

export function DevicePage() {
  const { id } = route.useParams();
  return <OneDevice key={id} id={id} />;
}

function OneDevice({ id }: { readonly id: string }) {
  const w = deviceWords.read();
  const may = useMay();
  const device = useQuery(askDevice(id));
  const { act } = route.useSearch();
  const navigate = route.useNavigate();
  const [doing, setDoing] = useState<Doing | null>(null);
  const [asked, setAsked] = useState<readonly Command[]>([]);
  const why = whyGone(device.error);
  if (why !== null) return <Gone why={why} name={device.data?.name} />;
  const seen = device.data;
  const end = (): void => {
    setDoing(null);
    if (act !== undefined) void navigate({ search: {}, replace: true });
  };
  const tookOn = (command: Command): void => setAsked((before) => [command, ...before].slice(0, FEW));
  return (
    <Page
      title={seen?.name ?? w.title}
      heading={seen === undefined ? undefined : <DeviceHeading device={seen} />}
      primary={seen === undefined ? undefined : <LockButton device={seen} onLock={() => setDoing('lock')} />}
      aside={<MoreMenu onPick={setDoing} />}
    >
      <Loaded query={device}>
        {(data) => (
          <>
            <DeviceAbout device={data} />
            {asked.map((command) => (
              <CommandProgress key={command.id} command={command} device={data} />
            ))}
            <StateCards device={data} />
            <Tab device={data} onSelfTest={() => setDoing('self_test')} />
            {(doing === 'lock' || (act === 'lock' && may('lockDevice'))) && (
              <LockDialog device={data} opened onClose={end} />
            )}
            {doing !== null && <DoingDialog doing={doing} device={data} onClose={end} onAsked={tookOn} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface TabProps {
  readonly device: Device;
  readonly onSelfTest: () => void;
}

function Tab({ device, onSelfTest }: TabProps) {
  const { tab } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const tabs = useDeviceTabs();
  const active: DeviceTab = tabs.find((one) => one === tab) ?? 'state';
  return (
    <>
      <DeviceTabs id={device.id} active={active} />
      {active === 'state' ? <StateTab device={device} /> : null}
      {active === 'policy' ? <PolicyTab device={device} onSelfTest={onSelfTest} /> : null}
      {active === 'activity' ? (
        <ActivityTab device={device} search={search} onSearch={(next) => void navigate({ search: next })} />
      ) : null}
      {active === 'commands' ? <CommandsTab device={device} /> : null}
    </>
  );
}
