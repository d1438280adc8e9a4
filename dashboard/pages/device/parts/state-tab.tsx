import { useQuery } from '@tanstack/react-query';
import type { Device } from '../../../../sdk/node/index.ts';
import { percent } from '../../../app/words/numbers.ts';
import { Block } from '../../../ui/block.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { askWeek } from '../queries.ts';
import { deviceWords } from '../words.ts';
import { HistoryTable } from './history-table.tsx';
import { WeekLanes } from './week-lanes.tsx';

export function StateTab({ device }: { readonly device: Device }) {
  const w = deviceWords.read();
  const week = useQuery(askWeek(device.id));
  return (
    <>
      <Loaded query={week}>
        {(data) => (
          <Block title={w.week.title}>
            {data.whole ? null : <Notice kind="quiet">{w.week.notWhole}</Notice>}
            <WeekLanes device={device} week={data} />
            <HistoryTable entries={data.entries} />
          </Block>
        )}
      </Loaded>
      <Block title={w.about.title}>
        <Facts
          items={[
            { label: w.about.system, value: systemOf(device) },
            { label: w.about.agent, value: device.agentVersion },
            { label: w.about.serial, value: device.serial ?? '–' },
            { label: w.assetTag, value: device.assetTag ?? '–' },
            { label: w.about.place, value: placeOf(device) },
            {
              label: w.about.battery,
              value: device.battery === null ? '–' : percent(device.battery / 100),
            },
            { label: w.about.enrolled, value: <Moment at={device.enrolledAt} show="full" /> },
            { label: w.about.id, value: <span className="mono">{device.id}</span> },
          ]}
        />
      </Block>
    </>
  );
}

function systemOf({ platform, osVersion }: Device): string {
  const names: Readonly<Record<string, string>> = { linux: 'Linux', windows: 'Windows', macos: 'macOS' };
  const name = names[platform] ?? platform;
  return osVersion.startsWith(name) ? osVersion : `${name} ${osVersion}`;
}

function placeOf({ campus }: Device): string {
  const places: Readonly<Record<string, string>> = deviceWords.read().places;
  return places[campus] ?? campus;
}
