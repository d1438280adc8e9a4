import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { makeHttpToken } from '../../agent/link/password.ts';
import { csrfTokenOf } from '../../api/http/authentication/sessions.ts';
import { systemRandom } from '../../kit/random.ts';
import { importSigningKey } from '../../kit/signing.ts';
import { createEnroller, type SimulatedIdentity } from '../../server/simulated-laptop/identity.ts';
import { createSchool, type School } from '../support/school.ts';
import { testFolder } from '../support/test-folder.ts';

const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };

/** Laptops that know their school. */
async function enrollLaptops(
  school: School,
  names: readonly string[],
): Promise<readonly SimulatedIdentity[]> {
  const server = `http://127.0.0.1:${school.httpPort}`;
  const certificateAuthority = await readFile(join(school.dataDir, 'certificates/ca.crt'), 'utf8');
  const enroller = createEnroller({ server, certificateAuthority });
  try {
    const token = await school.enrollmentToken();
    const enrolled: SimulatedIdentity[] = [];
    for (const hostname of names)
      enrolled.push(
        await enroller.enroll(token, {
          machineId: hostname,
          serial: null,
          hostname,
          platform: 'linux',
          osVersion: '1',
          manufacturer: null,
          model: null,
        }),
      );
    return enrolled;
  } finally {
    await enroller.close();
  }
}

/** What the server says to a laptop that asks for a bundle that there is not: 404 when it knows the laptop, 401 when not. */
async function knock(school: School, { deviceId, privateKey }: SimulatedIdentity): Promise<number> {
  const token = await makeHttpToken(
    { deviceId, now: Date.now() },
    importSigningKey(privateKey),
    systemRandom,
  );
  const path = `/agent/v1/bundles/${'a'.repeat(43)}`;
  return (await school.request('GET', path, undefined, { authorization: `Bearer ${token}` })).status;
}

/** The dashboard of whoever has the console. */
async function ownerOf(school: School) {
  const link = await school.signInLink();
  const answer = await fetch(link, { method: 'POST', headers: SAME_ORIGIN, redirect: 'manual' });
  const [cookie = '', secret = ''] =
    /^schoolgate-\d+=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '') ?? [];
  const headers = { ...SAME_ORIGIN, authorization: '', cookie, 'x-csrf-token': csrfTokenOf(secret) };
  return (method: string, path: string, body?: unknown) => school.request(method, path, body, headers);
}

t.test('without a journal nobody is let in before the operator has said who may', async (t) => {
  const folder = testFolder(t);
  const school = await createSchool(folder, (end) => t.teardown(end));
  const [stolen, ours] = (await enrollLaptops(school, ['STOLEN', 'OURS'])) as [
    SimulatedIdentity,
    SimulatedIdentity,
  ];
  const before = await ownerOf(school);
  const dismissed = { email: 'dismissed@x.example', name: 'Di', role: 'admin' };
  const { id } = (await before('POST', '/v1/accounts', dismissed)).body;
  t.same([await knock(school, stolen), await knock(school, ours)], [404, 404]);
  const file = join(folder, 'backup.tar.gz');
  t.equal((await school.command('backup', file)).code, 0);

  // After the backup: a laptop is stolen and a person dismissed. Then the disk is lost, with all that knew of it.
  t.equal((await school.request('DELETE', `/v1/devices/${stolen.deviceId}`)).status, 204);
  t.equal((await before('PATCH', `/v1/accounts/${id}`, { status: 'disabled' })).status, 200);
  await school.kill();
  school.moveTo(join(folder, 'other-disk', 'data'));
  const restored = await school.command('restore', file);
  t.equal(restored.code, 0, restored.stderr);
  const { revocations, kept, toDo } = JSON.parse(restored.stdout);
  t.same([revocations, kept.accounts, kept.devices], ['everything', 2, 2]);
  for (const what of [
    /sign-in-link/,
    /held-devices confirm --all/,
    /held-devices remove/,
    /Webhooks/,
    /API keys/,
  ])
    t.ok(
      toDo.some((line: string) => what.test(line)),
      `the operator is told of ${what}`,
    );
  await school.start();
  t.same([await knock(school, stolen), await knock(school, ours)], [401, 401]);
  t.equal((await before('GET', '/v1/session')).status, 401, 'a session of before');

  const owner = await ownerOf(school);
  const { data } = (await owner('GET', '/v1/accounts')).body;
  const active = data.filter(({ status }: { status: string }) => status === 'active');
  t.equal(active.length, 1, 'only the one that the link has made');
  t.equal((await owner('GET', '/v1/session')).body.account.id, active[0].id);

  const doctor = JSON.parse((await school.command('doctor')).stdout);
  t.match(JSON.stringify(doctor), /2 devices wait/);
  const listed = JSON.parse((await school.command('held-devices', 'list')).stdout);
  t.same(listed.map(({ name }: { name: string }) => name).sort(), ['OURS', 'STOLEN']);
  t.equal((await school.command('held-devices', 'remove', stolen.deviceId)).code, 0);
  const confirmed = await school.command('held-devices', 'confirm', '--all');
  t.equal(confirmed.code, 0, confirmed.stderr);
  t.same(JSON.parse(confirmed.stdout), { confirmed: 1 });
  t.same([await knock(school, stolen), await knock(school, ours)], [401, 404]);
  t.same(JSON.parse((await school.command('held-devices', 'list')).stdout), []);
});
