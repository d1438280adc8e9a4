import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import t, { type Test } from 'tap';
import { isId } from '../../contracts/ids.ts';
import { systemClock } from '../../kit/clock.ts';
import { silentLog } from '../../kit/log.ts';
import { createIdSource, systemRandom } from '../../kit/random.ts';
import { readAnchors } from '../../server/audit/anchor.ts';
import { journalFile, readJournal } from '../../server/backup/revocation-journal.ts';
import { type DataLayout, dataLayout } from '../../server/data-folder/layout.ts';
import { loadSecrets } from '../../server/secrets/secrets.ts';
import type { Store } from '../../store/ports/store.ts';
import { verifyAudit } from '../../store/rules/audit-chain.ts';
import { createSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { createSchool, type School } from '../support/school.ts';
import { startSimulatedLaptop } from '../support/simulated-laptop.ts';
import { storedRecords } from '../support/stored-records.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';
import { type WatchedFolder, watchFolder } from './disk-journal.ts';
import { type Cut, layOut, powerCuts, promised } from './forgetful-disk.ts';

const clock = systemClock;
const ids = createIdSource({ clock, random: systemRandom });

/** Asks for locks and unlocks; each is promised when the server has answered. */
async function command(school: School, disk: WatchedFolder, deviceId: string, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    const type = number % 2 === 0 ? 'lock' : 'unlock';
    const answer = await school.request('POST', `/v1/devices/${deviceId}/command`, { type });
    if (answer.status !== 202) throw new Error(`${type}: ${JSON.stringify(answer.body)}`);
    disk.promise(`command ${answer.body.id}`);
  }
}

/** A day at school, with a word of the test wherever the server has given its own. */
async function live(t: Test, disk: WatchedFolder, stateDir: string): Promise<void> {
  const school = await createSchool(disk.folder, (end) => t.teardown(end), disk.env);
  disk.promise('ready');
  const { deviceId } = await school.enroll(stateDir);
  disk.promise(`device ${deviceId}`);
  await command(school, disk, deviceId, 3);

  const { device } = await startSimulatedLaptop(t, school);
  for (const number of [1, 2]) {
    const domain = `site-${number}.example`;
    const record = { id: `record-${number}`.padEnd(20, '0'), at: clock.now(), domain } as const;
    await device.sendActivity([
      {
        ...record,
        kind: 'request',
        user: 'ana@school.local',
        category: 'reference',
        action: 'allow',
        reason: 'default',
        campus: 'on-campus',
      },
    ]);
    disk.promise(`activity ${domain}`);
  }
  await device.stop();

  const made = await school.command('keys', 'create', '--name', 'SIS', '--scopes', 'read-only');
  const { id } = JSON.parse(made.stdout) as { readonly id: string };
  await school.command('keys', 'revoke', id);
  disk.promise(`revoked ${id}`);
  const journal = journalFile({ root: school.dataDir });
  await until(async () => (await readJournal(journal))?.some(({ subject }) => subject === id), {
    what: 'the journal of revocations',
  });
  await command(school, disk, deviceId, 1);
  await school.stop();
  disk.promise(`journal ${id}`);
  await school.start();
  await command(school, disk, deviceId, 2);
  await school.kill();
}

function integrity(layout: DataLayout): unknown {
  const db = new Sqlite(layout.database, { readonly: true });
  try {
    return db.pragma('integrity_check', { simple: true });
  } finally {
    db.close();
  }
}

/** Starts the store on what a cut has left. @returns what is missing, in words */
async function broken(cut: Cut, path: string): Promise<readonly string[]> {
  layOut(cut, path);
  const layout = dataLayout(join(path, 'server'));
  const isThere = ['server', 'server/secrets', 'server/certificates'].every((name) => cut.folders.has(name));
  // Before it was ready for the first time, it begins anew.
  if (!isThere) return cut.promises.length > 0 ? ['the data folder is lost'] : [];
  const wasUsed = cut.promises.length > 0;
  const [secrets, store] = [
    loadSecrets({ folder: layout.secrets, random: systemRandom, inUse: async () => wasUsed }),
    createSqliteStore({ path: layout.database, clock, ids, log: silentLog, durability: 'normal' }),
  ];
  await secrets;
  await store.start();
  try {
    return [
      ...(integrity(layout) === 'ok' ? [] : ['the database is damaged']),
      ...(await lost(cut, store)),
      ...(await brokenAudit(cut, store, layout)),
      ...(await brokenJournal(cut, layout)),
    ];
  } finally {
    await store.stop();
  }
}

async function lost(cut: Cut, store: Store): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const id of promised(cut, 'command'))
    if ((await store.commands.get(1, id)) === null) missing.push(`command ${id}`);
  for (const id of promised(cut, 'revoked'))
    if ((await store.apiKeys.get(1, id))?.revokedAt == null) missing.push(`the revocation of ${id}`);
  const records = promised(cut, 'activity').length > 0 ? await storedRecords(store) : [];
  for (const domain of promised(cut, 'activity'))
    if (!records.some((record) => record.domain === domain)) missing.push(`the activity on ${domain}`);
  return [...missing, ...(await lostDevice(cut, store))].map((what) => `${what} is lost`);
}

async function lostDevice(cut: Cut, store: Store): Promise<readonly string[]> {
  const [deviceId] = promised(cut, 'device');
  if (deviceId === undefined || !isId('dev', deviceId)) return [];
  const device = await store.devices.find(deviceId);
  if (device === null) return ['the device'];
  const newest = promised(cut, 'command').at(-1) ?? '';
  // Ids grow with time.
  return (device.lock.commandId ?? '') < newest ? ['the lock that is wanted'] : [];
}

async function brokenAudit(cut: Cut, store: Store, layout: DataLayout): Promise<readonly string[]> {
  const [report] = await verifyAudit(store.audit, await readAnchors(layout));
  const entries = JSON.stringify(await store.audit.after(1, 0, 1_000));
  return [
    ...(report?.broken == null ? [] : [`the audit is broken at ${report.broken.sequence}`]),
    ...promised(cut, 'command')
      .filter((id) => !entries.includes(id))
      .map((id) => `the audit does not know ${id}`),
  ];
}

async function brokenJournal(cut: Cut, layout: DataLayout): Promise<readonly string[]> {
  const entries = (await readJournal(journalFile(layout))) ?? [];
  return promised(cut, 'journal')
    .filter((id) => !entries.some(({ subject }) => subject === id))
    .map((id) => `the journal of revocations has lost ${id}`);
}

t.test(
  'after a power cut a server knows every command, enrollment, record and revocation that it has answered for, and its audit is whole',
  async (t) => {
    const place = testFolder(t);
    const disk = watchFolder(place);
    await live(t, disk, join(place, 'agent'));
    let cuts = 0;
    for (const cut of powerCuts(disk.records())) {
      cuts += 1;
      // The first start syncs hundreds of times and promises nothing yet: a part of it does.
      if (cut.promises.length === 0 && cuts % 6 !== 0) continue;
      const path = join(place, `cut-${cuts}`);
      const faults = await broken(cut, path);
      rmSync(path, { recursive: true });
      if (faults.length > 0)
        t.fail(
          `${faults.join(', ')} (record ${cut.at}, ${cut.leftover} is left, after ${cut.promises.at(-1)})`,
        );
    }
    t.ok(cuts > 200, `${cuts} power cuts`);
  },
);
