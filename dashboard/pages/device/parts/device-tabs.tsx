import { Link } from '@tanstack/react-router';
import { useMay } from '../../../app/client/session.ts';
import { TabLinks } from '../../../ui/tabs.tsx';
import { deviceWords } from '../words.ts';

const TABS = ['state', 'policy', 'activity', 'commands'] as const;

export type DeviceTab = (typeof TABS)[number];

/** The tabs of the person, each an address. Who may not see activity has no such tab. */
export function useDeviceTabs(): readonly DeviceTab[] {
  const may = useMay();
  return TABS.filter((tab) => {
    if (tab === 'activity') return may('listActivity');
    return tab !== 'commands' || may('listDeviceCommands');
  });
}

interface DeviceTabsProps {
  readonly id: string;
  readonly active: DeviceTab;
}

export function DeviceTabs({ id, active }: DeviceTabsProps) {
  const w = deviceWords.read();
  const tabs = useDeviceTabs();
  return (
    <TabLinks
      label={w.tabsLabel}
      active={active}
      items={tabs.map((tab) => ({
        key: tab,
        label: w.tabs[tab],
        link: (props) => (
          <Link
            to="/devices/$id/{-$tab}"
            params={{ id, tab: tab === 'state' ? undefined : tab }}
            search={{}}
            {...props}
          />
        ),
      }))}
    />
  );
}
