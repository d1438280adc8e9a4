import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import t, { type Test } from 'tap';
import { extract } from 'tar';
import { stateFolderAt } from '../../agent/state/state-folder.ts';
import { AGENT_MAIN, runNode } from '../support/child-process.ts';
import {
  daysBefore,
  keptReleases,
  type LogRange,
  moveLaptop,
  ownerOf,
  PAGE,
  type ReleaseFacts,
  type Row,
  readWhole,
  STATE_FILE,
  startReleaseLaptop,
  typePin,
} from '../support/release.ts';
import { createSchool } from '../support/school.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';
import { LOOPBACK_WEBHOOKS, startWebhookReceiver } from '../support/webhook-receiver.ts';

/** A release is kept for years: nothing of it is to be purged for its age. */
const LONG_RETENTION = Object.fromEntries(
  ['LOGS', 'ACTIVITY', 'ALERTS', 'DEVICE_EVENTS', 'AUDIT'].map((name) => [
    `SCHOOLGATE_RETENTION_${name}_DAYS`,
    '3650',
  ]),
);
const BLOCKED = '0.0.0.0';
const LOGS = '/v1/logs';

/** What goes on while nobody touches it: presence of devices, deliveries of webhooks, signing in. */
const MOVING: Readonly<Record<string, readonly string[]>> = {
  '/v1/accounts': ['lastSignInAt', 'updatedAt'],
  '/v1/devices': ['lastSeen', 'status', 'updatedAt'],
  // When it was last used.
  '/v1/keys': ['primary'],
  // It ends by the clock.
  '/v1/overrides': ['endedAt', 'updatedAt'],
  '/v1/webhooks': ['failing', 'lastSuccessAt', 'updatedAt'],
};

/** The folders of a release, as an upgrade of the package leaves them. */
async function unpacked(t: Test, releaseFolder: string): Promise<string> {
  const folder = testFolder(t);
  await extract({ file: join(releaseFolder, STATE_FILE), cwd: folder });
  return folder;
}

/** This version's server on the data of a release. */
async function upgradedSchool(t: Test, releaseFolder: string) {
  const folder = await unpacked(t, releaseFolder);
  const env = { ...LOOPBACK_WEBHOOKS, ...LONG_RETENTION };
  const school = await createSchool(folder, (end) => t.teardown(end), env);
  return { folder, school, owner: await ownerOf(school) };
}

function unmoving(path: string, row: Row): Row {
  const moving = MOVING[path] ?? [];
  return Object.fromEntries(Object.entries(row).filter(([name]) => !moving.includes(name)));
}

/** The fields that the release knew. */
function fieldsOf(known: Row, found: Row): Row {
  return Object.fromEntries(Object.keys(known).map((name) => [name, found[name]]));
}

/** When the release was made: its records are of that day. */
function rangeOf(logs: readonly Row[]): LogRange {
  const last = Math.max(...logs.map(({ timestamp }) => Date.parse(String(timestamp))));
  return daysBefore(last + 1, 1);
}

const idsOf = ({ laptops }: ReleaseFacts): readonly string[] =>
  Object.values(laptops).map(({ deviceId }) => deviceId);

for (const { folder: releaseFolder, facts } of keptReleases()) {
  const { secrets, laptops, release } = facts;

  t.test(`a school of ${release} keeps everything that it had`, async (t) => {
    const { school, owner } = await upgradedSchool(t, releaseFolder);
    for (const [path, rows] of Object.entries(facts.lists)) {
      const list = await readWhole(owner, path, path === LOGS ? rangeOf(rows) : null);
      const found = new Map(list.map((row) => [row.id, row]));
      t.ok(rows.length <= found.size, `${path} lacks nothing`);
      for (const row of rows) {
        const now = found.get(row.id);
        t.ok(now, `${path} ${row.id}`);
        const known = unmoving(path, row);
        t.same(now && fieldsOf(known, now), known, `${path} ${row.id}`);
      }
    }
    const verified = await school.command('audit', 'verify');
    t.equal(verified.code, 0, verified.stdout + verified.stderr);

    const statusFor = async (key: string): Promise<number> =>
      (await school.request('GET', '/v1/devices', undefined, { authorization: `Bearer ${key}` })).status;
    t.equal(await statusFor(secrets.readOnlyKey), 200, 'a key');
    t.equal(await statusFor(secrets.revokedKey), 401, 'a revoked key');
    t.equal((await school.request('POST', '/v1/session', secrets.teacher, PAGE)).status, 201, 'a password');
    const { body } = await owner('GET', `/v1/webhooks/${secrets.webhookId}/secret`);
    t.equal(body.secret, secrets.webhookSecret, 'what the master key has sealed');
  });

  t.test(`laptops of ${release} go on: same ids, same lock, newest policy`, async (t) => {
    const { folder, school, owner } = await upgradedSchool(t, releaseFolder);
    const receiver = await startWebhookReceiver();
    t.teardown(() => receiver.stop());
    receiver.trust(secrets.webhookSecret);
    const path = `/v1/webhooks/${secrets.webhookId}`;
    t.equal((await owner('PATCH', path, { url: receiver.url })).status, 200);

    const start = async (name: string) => {
      const stateDir = join(folder, name);
      await moveLaptop(stateDir, school);
      const laptop = await startReleaseLaptop(stateDir, name);
      t.teardown(() => laptop.stop());
      return laptop;
    };
    const locked = await start(laptops.locked.folder);
    t.equal(locked.agent.status().lock.state, 'locked', 'before it has met the server');
    t.equal(await locked.os.networkLock.state(), 'engaged');
    const free = await start(laptops.free.folder);
    t.equal(await free.ask(facts.blocked), BLOCKED);

    for (const id of idsOf(facts)) {
      const command = `/v1/devices/${id}/command`;
      const asked = await school.request('POST', command, { type: 'self_test' }, { prefer: 'wait=60' });
      t.equal(asked.body.status, 'succeeded', JSON.stringify(asked.body));
    }
    const devices = await readWhole(owner, '/v1/devices');
    t.same(devices.map(({ id }) => id).sort(), [...idsOf(facts)].sort(), 'no other device');
    const tokens = facts.lists['/v1/enrollment-tokens'];
    t.same(await readWhole(owner, '/v1/enrollment-tokens'), tokens, 'nobody enrolled');
    await until(
      async () =>
        (await readWhole(owner, LOGS, daysBefore(Date.now(), 90))).some(
          ({ domain, deviceId }) => domain === facts.askedOffline && deviceId === laptops.free.deviceId,
        ),
      { what: 'what the agent of before had recorded without the server' },
    );

    const { deviceId } = laptops.locked;
    await school.device(deviceId, ({ lock }) => lock.state === 'locked', 'the lock');
    t.equal(await typePin(locked.agent.status().lockPage, secrets.pin), 200);
    t.equal(locked.agent.status().lock.state, 'unlocked');
    await school.device(deviceId, ({ lock }) => lock.state === 'unlocked', 'the release by PIN');
    await receiver.event(({ event }) => event === 'device.unlocked', 'its event');
    t.equal(receiver.rejected(), 0, 'signed with the webhook’s old secret');

    const rules = [{ effect: 'block', reason: 'New.', match: { domains: ['new.example'] } }];
    const policy = { name: 'Of the new version', target: { everyone: true }, rules };
    t.equal((await owner('POST', '/v1/policies', policy)).status, 201);
    for (const laptop of [locked, free])
      await until(async () => (await laptop.ask('new.example')) === BLOCKED, {
        what: 'the new policy',
        timeoutMs: 60_000,
      });
  });

  t.test(`an agent refuses the state of a newer one than ${release}, and leaves it as it is`, async (t) => {
    const stateDir = join(await unpacked(t, releaseFolder), laptops.locked.folder);
    const { database, lock, identity } = stateFolderAt(stateDir);
    const refused = async (file: string): Promise<void> => {
      const before = { bytes: readFileSync(file), time: statSync(file).mtimeMs };
      const { code, stderr } = await runNode([
        AGENT_MAIN,
        'run',
        '--observe',
        '--log-level',
        'silent',
        '--lock-page-port',
        '0',
        '--state-dir',
        stateDir,
      ]);
      t.equal(code, 1);
      t.match(
        stderr,
        /^schoolgate-agent: \S+ was written by a newer agent \(format 99, this one knows \d+\): install that version again\. Nothing was changed\n$/,
      );
      t.ok(stderr.includes(file));
      t.same({ bytes: readFileSync(file), time: statSync(file).mtimeMs }, before);
    };
    const asNewer = (file: string): void => {
      const content = JSON.parse(readFileSync(file, 'utf8')) as Row;
      writeFileSync(file, JSON.stringify({ ...content, format: 99 }));
    };
    asNewer(lock);
    await refused(lock);
    const db = new DatabaseSync(database);
    db.exec('PRAGMA user_version = 99');
    db.close();
    await refused(database);
    asNewer(identity);
    await refused(identity);
  });
}
