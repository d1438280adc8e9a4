import { Button } from '@mantine/core';
import { useState } from 'react';
import type { DeviceHistoryEntry } from '../../../../sdk/node/index.ts';
import { percent } from '../../../app/words/numbers.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { deviceWords } from '../words.ts';

const FEW = 10;

/** What happened, the newest first: the lanes as a table. */
export function HistoryTable({ entries }: { readonly entries: readonly DeviceHistoryEntry[] }) {
  const w = deviceWords.read();
  const [isWhole, setWhole] = useState(false);
  const rows = isWhole ? entries : entries.slice(0, FEW);
  return (
    <>
      <DataTable
        label={w.week.changes}
        columns={[
          { key: 'at', head: w.week.at, cell: ({ timestamp }) => <Moment at={timestamp} show="full" /> },
          { key: 'what', head: w.week.what, cell: whatHappened },
          { key: 'more', head: w.cards.why, cell: whyHappened },
        ]}
        rows={rows}
        rowKey={({ id }) => id}
        empty={<Empty title={w.week.nothing} />}
      />
      {entries.length > rows.length ? (
        <div>
          <Button variant="default" onClick={() => setWhole(true)}>
            {w.week.showAll(entries.length)}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function whatHappened({ type, to, battery }: DeviceHistoryEntry): string {
  const w = deviceWords.read();
  if (type === 'device.protection_changed') {
    const states: Readonly<Record<string, string>> = w.laneStates;
    return states[to ?? 'unknown'] ?? String(to);
  }
  if (type === 'device.low_battery' && battery !== null) return w.week.lowBattery(percent(battery / 100));
  const names: Readonly<Record<string, string>> = w.events;
  return names[type] ?? type;
}

function whyHappened({ reason, from, heldBack }: DeviceHistoryEntry): string {
  const w = deviceWords.read();
  const reasons: Readonly<Record<string, string>> = w.offlineReasons;
  const states: Readonly<Record<string, string>> = w.laneStates;
  return [
    ...(reason === null ? [] : [reasons[reason] ?? reason]),
    ...(from === null ? [] : [w.week.before(states[from] ?? from)]),
    ...(heldBack === 0 ? [] : [w.week.heldBack(heldBack)]),
  ].join(' ');
}
