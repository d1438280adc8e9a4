import { rmSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { createFilterJournal } from '../../agent/os/filter-journal.ts';
import { openAgentState } from '../../agent/state/agent-state.ts';
import { openSqlite } from '../../agent/state/sqlite.ts';
import { stateFolderAt } from '../../agent/state/state-folder.ts';
import { systemClock } from '../../kit/clock.ts';
import { silentLog } from '../../kit/log.ts';
import { ROOT, runNode } from '../support/child-process.ts';
import { testFolder } from '../support/test-folder.ts';
import { watchFolder } from './disk-journal.ts';
import { type Cut, layOut, powerCuts, promised } from './forgetful-disk.ts';

const last = (cut: Cut, what: string): number => Number(promised(cut, what).at(-1) ?? 0);

/** Starts the agent's memory on what a cut has left. @returns what is missing, in words */
async function broken(cut: Cut, path: string): Promise<readonly string[]> {
  layOut(cut, path);
  const folder = stateFolderAt(join(path, 'state'));
  if (!cut.folders.has('state')) return cut.promises.length > 0 ? ['the state folder is lost'] : [];
  const state = await openAgentState({ folder, clock: systemClock, log: silentLog, enrollment: 'school' });
  try {
    const found = await state.lock.load();
    const sequence = found.found === 'record' ? (found.record.held?.sequence ?? 0) : 0;
    const lock = last(cut, 'lock');
    const waiting = state.outbox.peek('results', { rows: 1_000, bytes: 1_000_000 }).map(({ body }) => body);
    const sent = new Set(promised(cut, 'sent'));
    const lostReports = promised(cut, 'report').filter(
      (id) => !sent.has(id) && !waiting.some((body) => body.includes(`"${id}"`)),
    );
    const undone = state.commands.unfinished().map(({ sequence: number }) => number);
    const isKnown = (round: string): boolean => state.commands.find(`command-${round}`) !== null;
    return [
      ...(state.damage === null ? [] : [`the database was damaged: ${state.damage}`]),
      ...('damage' in found && found.damage !== null ? [`the lock file was damaged: ${found.damage}`] : []),
      ...(sequence < lock || sequence > lock + 1 ? [`lock ${lock} became ${sequence}`] : []),
      ...lostReports.map((id) => `report ${id} is lost`),
      ...promised(cut, 'command')
        .filter((round) => !isKnown(round))
        .map((round) => `command ${round} is lost`),
      ...(undone.length > 1 ? [`commands ${undone} are to be done again`] : []),
      ...((state.target.load()?.version ?? 0) < last(cut, 'target') ? ['the target is an older one'] : []),
      ...(state.epoch() < last(cut, 'epoch') ? ['the epoch is an older one'] : []),
      ...(await brokenFilter(cut, folder.path)),
    ];
  } finally {
    state.close();
  }
}

async function brokenFilter(cut: Cut, folder: string): Promise<readonly string[]> {
  const journal = createFilterJournal({ path: join(folder, 'filter.journal') });
  const keys = new Set((await journal.entries()).map(({ key }) => key));
  const mayBeGone = promised(cut, 'filter-may-forget');
  return [
    ...promised(cut, 'filter')
      .filter((key) => !keys.has(key) && !mayBeGone.includes(key))
      .map((key) => `the filter’s journal has lost ${key}`),
    ...promised(cut, 'filter-forgot')
      .filter((key) => keys.has(key))
      .map((key) => `the filter’s journal has ${key} again`),
  ];
}

function integrity(path: string): unknown {
  const database = openSqlite(join(path, 'state', 'state.db'));
  try {
    return database.prepare('PRAGMA integrity_check').get()?.integrity_check;
  } finally {
    database.close();
  }
}

async function cutEverywhere(t: Test): Promise<void> {
  const place = testFolder(t);
  const disk = watchFolder(place);
  const program = join(ROOT, 'test/powercut/programs/agent-state.ts');
  const { code, stderr } = await runNode([program, disk.folder, disk.journal], disk.env);
  t.equal(code, 0, stderr);
  let cuts = 0;
  for (const cut of powerCuts(disk.records())) {
    const path = join(place, `cut-${cuts++}`);
    const faults = await broken(cut, path);
    if (cut.folders.has('state') && integrity(path) !== 'ok')
      t.fail(`the database is damaged (record ${cut.at})`);
    rmSync(path, { recursive: true });
    if (faults.length > 0)
      t.fail(
        `${faults.join(', ')} (record ${cut.at}, ${cut.leftover} is left, after ${cut.promises.at(-1)})`,
      );
  }
  t.ok(cuts > 200, `${cuts} power cuts`);
}

t.test(
  'after a power cut the agent knows its lock, its commands and every report that was handed in',
  cutEverywhere,
);
