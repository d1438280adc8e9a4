import { X509Certificate } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { Compile } from 'typebox/compile';
import { enrollWhenAgreed } from '../../../agent/cli/enroll-command.ts';
import { enrollAsKept } from '../../../agent/cli/kept-enrollment.ts';
import { enroll, unenroll } from '../../../agent/enrollment/enroll.ts';
import { loadDeviceKey, loadIdentity } from '../../../agent/state/identity.ts';
import { prepareStateFolder } from '../../../agent/state/state-folder.ts';
import { formatEnrollmentToken, HardwareFacts } from '../../../contracts/enrollment/enrollment.ts';
import { JWS_TYPES } from '../../../contracts/mqtt/messages.ts';
import { systemClock } from '../../../kit/clock.ts';
import { formerKeyClaim } from '../../../kit/enrollment-proof.ts';
import { silentLog } from '../../../kit/log.ts';
import { generateSigningKey, importPublicKey, sha256, verifyJws } from '../../../kit/signing.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createFakeOs } from '../../support/fake-os.ts';
import { until } from '../../support/until.ts';
import { makeCertificates } from './certificates.ts';
import { FACTS, temporaryFolder } from './laptop.ts';
import { DEVICE } from './school-server.ts';

const certificates = await makeCertificates();
const fingerprint = sha256(new X509Certificate(certificates.ca).raw);
const token = formatEnrollmentToken({ secret: 'a'.repeat(32), caFingerprint: fingerprint });
const serverKey = generateSigningKey();

/** The enrollment endpoints, made by hand. `answer` may fail the enrollment. */
async function startServer(
  t: Parameters<typeof temporaryFolder>[0],
  tls: boolean,
  answer: () => number = () => 201,
  problem: { readonly detail: string; readonly code?: string } = { detail: 'the token has been used up' },
) {
  const requests: { readonly url: string; readonly body: string }[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    requests.push({ url: request.url ?? '', body: Buffer.concat(chunks).toString('utf8') });
    response.setHeader('content-type', 'application/json');
    if (request.url === '/agent/v1/ca')
      return void response.end(JSON.stringify({ certificateAuthority: certificates.ca }));
    const status = answer();
    if (status === 0) return void request.socket.destroy();
    response.statusCode = status;
    if (status >= 400) return void response.end(JSON.stringify(problem));
    response.end(
      JSON.stringify({
        deviceId: DEVICE,
        reEnrolled: requests.filter(({ url }) => url.endsWith('enroll')).length > 1,
        serverPublicKey: serverKey.publicKey,
        certificateAuthority: certificates.ca,
        mqttUrls: ['mqtts://127.0.0.1:8883'],
        organisation: 'Springfield',
        ou: '/Springfield',
        serverTime: Date.now(),
      }),
    );
  };
  const listener = (request: IncomingMessage, response: ServerResponse): void =>
    void handle(request, response);
  const server = tls
    ? createHttps({ cert: certificates.cert, key: certificates.key }, listener)
    : createHttp(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`, requests };
}

const optionsFor = async (path: string, server: string, by = token) => ({
  folder: await prepareStateFolder(path),
  server,
  token: by,
  facts: createFakeOs(FACTS).facts,
  clock: systemClock,
});

for (const tls of [true, false]) {
  t.test(`enrolls over ${tls ? 'https' : 'http on this computer'} and proves its key`, async (t) => {
    const { url, requests } = await startServer(t, tls);
    const options = await optionsFor(await temporaryFolder(t), url);
    const { identity, reEnrolled } = await enroll(options);
    t.equal(identity.deviceId, DEVICE);
    t.equal(reEnrolled, false);
    t.same(await loadIdentity(options.folder), identity);
    const sent = JSON.parse(requests[1]?.body ?? '');
    const key = await loadDeviceKey(options.folder, identity);
    t.equal(sent.publicKey, key.publicKey);
    t.equal(
      await verifyJws(sent.proof, importPublicKey(sent.publicKey), JWS_TYPES.enrollment),
      sha256(token),
    );
    t.ok(Compile(HardwareFacts).Check(sent.hardware));
    const keyPath = options.folder.keyFile(identity.keyFile);
    t.equal((await stat(keyPath)).mode & 0o777, 0o600);
    t.equal((await stat(options.folder.identity)).mode & 0o777, 0o600);
    t.equal((await stat(options.folder.path)).mode & 0o777, 0o700);
    t.notMatch(
      JSON.stringify(requests),
      (await readFile(keyPath, 'utf8')).split('\n')[1] ?? 'x',
      'the private key stays',
    );
  });
}

t.test('a server with another authority than the token’s is refused before the token is sent', async (t) => {
  const { url, requests } = await startServer(t, true);
  const foreign = formatEnrollmentToken({ secret: 'a'.repeat(32), caFingerprint: sha256('another') });
  await t.rejects(enroll(await optionsFor(await temporaryFolder(t), url, foreign)), {
    name: 'AgentError',
    message: /not the server that made this token/,
  });
  t.same(
    requests.map(({ url: asked }) => asked),
    ['/agent/v1/ca'],
  );
});

t.test('a broken-off enrollment is taken up with the same key, so that the token is used once', async (t) => {
  let works = false;
  const { url, requests } = await startServer(t, false, () => (works ? 201 : 0));
  const options = await optionsFor(await temporaryFolder(t), url);
  await t.rejects(enroll(options), { name: 'ServerAway', message: /cannot reach/ });
  t.equal(await loadIdentity(options.folder), null);
  works = true;
  await enroll(options);
  const keys = requests
    .filter(({ url: asked }) => asked.endsWith('enroll'))
    .map(({ body }) => JSON.parse(body).publicKey);
  t.equal(keys[0], keys[1]);
});

t.test(
  'a new enrollment takes a new key and leaves no old one behind; unenroll leaves nothing',
  async (t) => {
    const { url } = await startServer(t, false);
    const options = await optionsFor(await temporaryFolder(t), url);
    const first = await enroll(options);
    const second = await enroll(options);
    t.equal(second.reEnrolled, true);
    t.not(first.identity.keyFile, second.identity.keyFile);
    t.same((await readdir(options.folder.path)).sort(), [second.identity.keyFile, 'identity.json'].sort());
    await unenroll(options.folder);
    t.same(await readdir(options.folder.path), []);
  },
);

t.test('bad input is one clear sentence', async (t) => {
  const { url } = await startServer(t, false, () => 403);
  const path = await temporaryFolder(t);
  await t.rejects(enroll(await optionsFor(path, 'http://192.0.2.1:8080')), {
    message: /in clear: use https/,
  });
  await t.rejects(enroll(await optionsFor(path, 'not an address')), { message: /is not a server address/ });
  await t.rejects(enroll(await optionsFor(path, url, 'sget_short')), { message: /not an enrollment token/ });
  await t.rejects(enroll(await optionsFor(path, url)), { message: /refused: the token has been used up/ });
  const nameless = createFakeOs({ ...FACTS, hardware: { ...createHardware(), machineId: null } });
  await t.rejects(enroll({ ...(await optionsFor(path, url)), facts: nameless.facts }), {
    message: /machine id/,
  });
});

t.test('what may succeed later is told apart from what never will', async (t) => {
  for (const [status, name] of [
    [403, 'AgentError'],
    [429, 'ServerAway'],
    [503, 'ServerAway'],
  ] as const) {
    const { url } = await startServer(t, false, () => status);
    await t.rejects(enroll(await optionsFor(await temporaryFolder(t), url)), { name }, String(status));
  }
});

function createHardware() {
  const { hardware } = FACTS;
  if (hardware === undefined) throw new Error('the pretended computer has hardware');
  return hardware;
}

t.test('a device that is enrolled proves itself with its old key for the new one', async (t) => {
  const { url, requests } = await startServer(t, false);
  const options = await optionsFor(await temporaryFolder(t), url);
  const first = await enroll(options);
  const old = await loadDeviceKey(options.folder, first.identity);
  await enroll(options);
  const bodies = requests
    .filter(({ url: asked }) => asked.endsWith('enroll'))
    .map(({ body }) => JSON.parse(body));
  t.notOk('formerKeyProof' in bodies[0]);
  const { publicKey, formerKeyProof } = bodies[1];
  t.equal(
    await verifyJws(formerKeyProof, importPublicKey(old.publicKey), JWS_TYPES.reEnrollment),
    formerKeyClaim(token, publicKey),
  );
});

t.test('a device that has to wait for a yes asks again with the same key until it comes', async (t) => {
  let asked = 0;
  const problem = { detail: 'an administrator has to agree', code: 'enrollment_waiting' };
  const { url, requests } = await startServer(t, false, () => (++asked < 3 ? 409 : 201), problem);
  const clock = createFakeClock();
  const options = { ...(await optionsFor(await temporaryFolder(t), url)), clock };
  await t.rejects(enrollWhenAgreed(options, { waitMs: 0, tell: () => undefined }), {
    name: 'EnrollmentWaiting',
    message: problem.detail,
  });
  const told: string[] = [];
  const enrolled = enrollWhenAgreed(options, { waitMs: 60_000, tell: (sentence) => told.push(sentence) });
  await until(() => told.length === 1, { what: 'the first answer' });
  while (asked < 3) {
    await clock.advance(10_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  t.equal((await enrolled).identity.deviceId, DEVICE);
  t.equal(told.length, 1);
  const keys = requests
    .filter(({ url: path }) => path.endsWith('enroll'))
    .map(({ body }) => JSON.parse(body).publicKey);
  t.equal(new Set(keys).size, 1);
});

t.test(
  'what an installer has left enrolls, waits for a server that is away, and goes aside when it is refused',
  async (t) => {
    let status = 503;
    const { url } = await startServer(t, true, () => status);
    const { server: _server, token: _token, ...options } = await optionsFor(await temporaryFolder(t), url);
    const left = join(options.folder.path, 'enroll.conf');
    const keep = () =>
      writeFile(left, `# by setup\r\nSCHOOLGATE_SERVER=${url}\r\nSCHOOLGATE_ENROLLMENT_TOKEN=${token}\r\n`);
    const asKept = () => enrollAsKept({ ...options, log: silentLog });
    t.equal(await asKept(), null, 'nothing was left');
    await keep();
    await t.rejects(asKept(), { name: 'ServerAway' });
    status = 410;
    t.equal(await asKept(), null);
    t.same(
      (await readdir(options.folder.path)).filter((name) => name.startsWith('enroll.conf')),
      ['enroll.conf.refused'],
    );
    await keep();
    status = 201;
    t.equal((await asKept())?.deviceId, DEVICE);
    t.notOk((await readdir(options.folder.path)).includes('enroll.conf'));
  },
);
