import { once } from 'node:events';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { parseEnrollmentToken } from '../../../contracts/enrollment/enrollment.ts';
import { READ_ONLY_SCOPES } from '../../../contracts/scopes.ts';
import { systemClock } from '../../../kit/clock.ts';
import { createIdSource, systemRandom } from '../../../kit/random.ts';
import { sha256 } from '../../../kit/signing.ts';
import { fingerprintOf } from '../../../server/certificates/issue.ts';
import { DEFAULT_ORGANISATION_ID } from '../../../store/ports/organisations.ts';
import { createSqliteStore } from '../../../store/sqlite/sqlite-store.ts';
import { makeBegunFolder } from '../../support/begun-folder.ts';
import { runNode, SERVER_MAIN } from '../../support/child-process.ts';
import { runCommand } from '../../support/command-line.ts';
import { hasFields } from '../../support/has-fields.ts';
import { temporaryFolder } from '../../support/test-store.ts';

const NONE = { SCHOOLGATE_DATA_DIR: '', SCHOOLGATE_CONFIG: '' };

async function school(t: Test) {
  const dataDir = join(await temporaryFolder(t), 'data');
  const run = (...args: string[]) => runCommand([...args, '--data-dir', dataDir], NONE);
  /** As a process of its own. */
  const start = (...args: string[]) => runNode([SERVER_MAIN, ...args, '--data-dir', dataDir], NONE);
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(...args, '--json');
    t.equal(code, 0, stderr);
    t.equal(stderr, '');
    return JSON.parse(stdout);
  };
  const open = async () => {
    const ids = createIdSource({ clock: systemClock, random: systemRandom });
    const store = createSqliteStore({ path: join(dataDir, 'schoolgate.db'), clock: systemClock, ids });
    await store.start();
    t.teardown(() => store.stop());
    return store;
  };
  const begun = () => makeBegunFolder(dataDir);
  return { dataDir, run, start, json, open, begun };
}

t.test('a key is made with what was asked for, and shown once', async (t) => {
  const { json, open, begun } = await school(t);
  await begun();
  const made = await json(
    'keys',
    'create',
    '--name',
    'Dashboard',
    '--scopes',
    'read-only',
    '--tier',
    'standard',
    '--rate-limit',
    '250',
    '--expires',
    '30d',
  );
  hasFields(t, made, { id: /^key_/, key: /^sgk_live_[0-9A-Za-z]{38}$/ });
  t.same(Object.keys(made), ['id', 'key']);
  const found = await (await open()).apiKeys.byHash(sha256(made.key));
  hasFields(t, found?.key, {
    id: made.id,
    name: 'Dashboard',
    scopes: READ_ONLY_SCOPES,
    tier: 'standard',
    rateLimitOverride: 250,
    revokedAt: null,
  });
  const days = ((found?.key.expiresAt ?? 0) - systemClock.now()) / 86_400_000;
  t.ok(days > 29.9 && days <= 30);
});

t.test('for people a key comes with a word about keeping it', async (t) => {
  const { start, begun } = await school(t);
  await begun();
  const { code, stdout } = await start(
    'keys',
    'create',
    '--name',
    'Me',
    '--scopes',
    'devices:read,devices:write',
  );
  t.equal(code, 0);
  t.match(stdout, /sgk_live_[0-9A-Za-z]{38}[\s\S]*not shown again/);
});

t.test('an unknown command hears which there are', async (t) => {
  hasFields(t, await runNode([SERVER_MAIN, 'frobnicate'], NONE), {
    code: 1,
    stderr: /^schoolgate: "frobnicate" is no command\. There are: serve, keys, /,
  });
  hasFields(t, await runNode([SERVER_MAIN, 'keys', 'make'], NONE), {
    code: 1,
    stderr: /^schoolgate: "make" is no command\. There are: create, rotate, revoke, list\./,
  });
});

t.test('a key that cannot be is refused in one sentence', async (t) => {
  const { run, begun } = await school(t);
  await begun();
  const refused = async (sentence: RegExp, ...args: string[]) => {
    const { code, stdout, stderr } = await run('keys', 'create', ...args);
    t.equal(code, 1);
    t.equal(stdout, '');
    hasFields(t, stderr, sentence);
    t.notMatch(stderr, /\n\s+at /, 'without a stack');
  };
  await refused(
    /^schoolgate: "devices:all" is no scope\. There are: devices:read/,
    '--name',
    'x',
    '--scopes',
    'devices:read,devices:all',
  );
  await refused(/^schoolgate: "gold" is no tier/, '--name', 'x', '--scopes', 'all', '--tier', 'gold');
  await refused(
    /^schoolgate: --rate-limit takes 100 to 5000/,
    '--name',
    'x',
    '--scopes',
    'all',
    '--rate-limit',
    '99',
  );
  await refused(
    /^schoolgate: --expires 2020-01-01 has already passed/,
    '--name',
    'x',
    '--scopes',
    'all',
    '--expires',
    '2020-01-01',
  );
  await refused(/required option '--scopes <list>'/, '--name', 'x');
});

t.test(
  'an enrollment token carries the fingerprint of the authority that the server will show',
  async (t) => {
    const { dataDir, json, open, begun } = await school(t);
    await begun();
    const first = await json(
      'enrollment-tokens',
      'create',
      '--ou',
      '/High/Grade-9',
      '--uses',
      '30',
      '--expires',
      '12h',
      '--name',
      'Cart 3',
    );
    const second = await json('enrollment-tokens', 'create', '--ou', '/High/Grade-9');
    hasFields(t, first, { id: /^enr_/, token: /^sget_/ });
    const authority = fingerprintOf(readFileSync(join(dataDir, 'certificates', 'ca.crt'), 'utf8'));
    t.equal(parseEnrollmentToken(first.token)?.caFingerprint, authority);
    t.equal(parseEnrollmentToken(second.token)?.caFingerprint, authority, 'made once');
    const store = await open();
    hasFields(t, await store.enrollmentTokens.get(DEFAULT_ORGANISATION_ID, first.id), {
      name: 'Cart 3',
      ouPath: '/High/Grade-9',
      maxUses: 30,
      uses: 0,
    });
    const used = await store.enrollmentTokens.redeem(
      sha256(parseEnrollmentToken(first.token)?.secret ?? ''),
      systemClock.now(),
    );
    t.equal(used?.id, first.id);
  },
);

t.test('a malformed unit is refused in one sentence', async (t) => {
  const { start, begun } = await school(t);
  await begun();
  const { code, stderr } = await start('enrollment-tokens', 'create', '--ou', 'no-slash');
  t.equal(code, 1);
  t.match(stderr, /^schoolgate: .*\n$/);
});

t.test('a sign-in link is made, and says when no server runs', async (t) => {
  const { json, run, begun } = await school(t);
  await begun();
  hasFields(t, await json('sign-in-link'), {
    url: /^http:\/\/127\.0\.0\.1:8080\/sign-in\?token=[0-9A-Za-z]{43}$/,
    running: false,
  });
  t.match((await run('sign-in-link')).stdout, /No server runs on this data folder now/);
});

t.test('every command explains itself', async (t) => {
  for (const args of [
    ['serve'],
    ['keys', 'create'],
    ['enrollment-tokens', 'create'],
    ['sign-in-link'],
    ['doctor'],
  ]) {
    const { code, stdout } = await runCommand([...args, '--help'], NONE);
    t.equal(code, 0);
    t.match(stdout, /--json/);
    t.match(stdout, /--data-dir/);
  }
  t.match(
    (await runNode([SERVER_MAIN, 'serve', '--print-config'], NONE)).stdout,
    /^# Schoolgate: every setting[\s\S]*http_port = 8080/,
  );
});

t.test('doctor finds a fresh folder well, and leaves nothing behind', async (t) => {
  const { dataDir, json } = await school(t);
  const ports = ['--http-port', '0', '--mqtt-port', '0'];
  const { ok, findings } = await json('doctor', ...ports);
  t.equal(ok, true);
  t.same(
    findings.filter((finding: { state: string }) => finding.state === 'fail'),
    [],
  );
  t.throws(() => statSync(dataDir), { code: 'ENOENT' });
});

t.test('doctor tells what is wrong and what to do, and ends with status 1', async (t) => {
  const { dataDir, run, start, json, begun } = await school(t);
  await begun();
  await json('enrollment-tokens', 'create', '--ou', '/');
  writeFileSync(join(dataDir, 'secrets', 'master-key'), 'short');
  writeFileSync(join(dataDir, 'certificates', 'authority.pem'), 'damaged');
  const blocker = createServer().listen(0, '127.0.0.1');
  t.teardown(() => blocker.close());
  await once(blocker, 'listening');
  const { port } = blocker.address() as { port: number };
  const { code, stdout } = await start('doctor', '--http-port', String(port), '--mqtt-port', '0', '--json');
  t.equal(code, 1);
  const { ok, findings } = JSON.parse(stdout);
  t.equal(ok, false);
  const of = (check: string) => findings.find((finding: { check: string }) => finding.check === check);
  hasFields(t, of('Keys'), { state: 'fail', todo: /backup/ });
  hasFields(t, of('Certificates'), { state: 'fail', detail: /authority\.pem is damaged/ });
  hasFields(t, of(`Port ${port}`), { state: 'fail', detail: /is taken by another program/ });
  hasFields(t, of('Database'), { state: 'ok' });
  hasFields(t, of('Migrations'), { state: 'ok' });
  const { stdout: words } = await run('doctor', '--http-port', '0', '--mqtt-port', '0');
  t.match(words, /^FAIL {2}Keys .*\n +→ Restore it from a backup\.$/m);
});

t.test(
  'doctor sees a damaged database, a wrong configuration, and a folder that a file blocks',
  async (t) => {
    const { dataDir, run, json, begun } = await school(t);
    await begun();
    await json('keys', 'create', '--name', 'x', '--scopes', 'all');
    writeFileSync(
      join(dataDir, 'schoolgate.db'),
      'this is no database, and long enough to be looked at as one'.repeat(20),
    );
    t.match((await run('doctor', '--http-port', '0', '--mqtt-port', '0')).stdout, /^FAIL {2}Database /m);
    const badConfig = join(dataDir, 'bad.toml');
    writeFileSync(badConfig, 'http_port = 1\nfoo = 2\n');
    const config = await run('doctor', '--config', badConfig);
    hasFields(t, config, {
      code: 1,
      stdout: /^FAIL {2}Configuration .*bad\.toml, line 2: "foo" is not a setting/m,
    });
    const blocked = await runCommand(
      ['doctor', '--data-dir', join(badConfig, 'data'), '--http-port', '0', '--mqtt-port', '0'],
      NONE,
    );
    hasFields(t, blocked, { code: 1, stdout: /^FAIL {2}Data folder/m });
  },
);

t.test('doctor warns of data that others can read', { skip: process.platform === 'win32' }, async (t) => {
  const { dataDir, run } = await school(t);
  mkdirSync(dataDir, { mode: 0o755 });
  const { code, stdout } = await run('doctor', '--http-port', '0', '--mqtt-port', '0');
  t.equal(code, 0, 'a warning is no failure');
  t.match(stdout, /^warn {2}Permissions .*\n +→ Run: chmod -R go-rwx /m);
});
