import type { Test } from 'tap';
import type { HostFilter } from '../../../agent/os/windows/engine-rules.ts';
import type { HostLink } from '../../../agent/os/windows/host/host-link.ts';
import { PRIVATE_SDDL } from '../../../agent/os/windows/protected-folder.ts';
import { hasFields } from '../../support/has-fields.ts';

/** A computer and its host, to be asked. */
export interface HostUnderTest {
  readonly host: HostLink;
  /** Puts a folder of somebody else at a path. */
  readonly plant: (path: string) => Promise<void>;
  /** A program of a user's asks 192.0.2.1 by UDP, port 53, and the filter `dns` refuses. Absent = it does so before each answer, for each filter that blocks. */
  readonly drop?: () => void;
}

const KEY = 'SOFTWARE\\SchoolgateContract';
const FOLDER = 'C:\\ProgramData';
/** tcpmux: nobody has used it for decades. */
const NOBODYS_PORT = 1;
const THEIR_APP = 'S-1-15-2-101-102-103-104-105-106-107';
const REFUSED = /^Windows error \d+$/;

const BLOCK: HostFilter = {
  name: 'dns',
  layer: 'connect4',
  life: 'persistent',
  action: 'block',
  weight: 8,
  conditions: [
    { field: 'protocol', is: 17 },
    { field: 'remotePort', is: 53 },
  ],
};
const PERMIT: HostFilter = {
  name: 'worker',
  layer: 'connect6',
  life: 'boot',
  action: 'hardPermit',
  weight: 14,
  conditions: [
    { field: 'program', is: 'C:\\Program Files\\Schoolgate\\schoolgate-agent.exe' },
    { field: 'user', is: 'S-1-5-18' },
  ],
};
const OPENING: HostFilter = {
  ...BLOCK,
  name: 'portal',
  life: 'session',
  action: 'permit',
  weight: 12,
  conditions: [{ field: 'remote', is: '192.0.2.0/24' }],
};

/** What every host promises: run over the fake, and over the real one. */
export function hostContract(t: Test, open: (t: Test) => Promise<HostUnderTest>): void {
  facts(t, open);
  registry(t, open);
  folders(t, open);
  filters(t, open);
  attempts(t, open);
  storeApps(t, open);
  programs(t, open);
}

type Open = Parameters<typeof hostContract>[1];

function facts(t: Test, open: Open): void {
  t.test('it answers what the computer is, in the forms of the protocol', async (t) => {
    const { host } = await open(t);
    t.equal(await host.call('alive', null), null);
    await host.call('power', null);
    await host.call('firmware', null);
    await host.call('session', null);
    const { interfaces } = await host.call('network', null);
    t.ok(interfaces.some(({ addresses }) => addresses.some(({ address }) => address === '127.0.0.1')));
    t.equal(await host.call('owner', { protocol: 'tcp', family: 4, port: NOBODYS_PORT }), null);
  });

  t.test('calls at the same time get each their own answer', async (t) => {
    const { host } = await open(t);
    const keys = Array.from({ length: 50 }, (_, index) => `${KEY}\\${index}`);
    const answers = await Promise.all(keys.map((key) => host.call('registry.read', { keys: [key] })));
    t.same(
      answers.flatMap((answer) => answer.keys.map(({ key }) => key)),
      keys,
    );
  });
}

function registry(t: Test, open: Open): void {
  t.test('values of each kind are read as they were written, whatever is in them', async (t) => {
    const { host } = await open(t);
    const values = [
      { name: 'number', kind: 'DWord', data: 4_294_967_295 },
      { name: 'long', kind: 'QWord', data: '18446744073709551615' },
      { name: 'text', kind: 'String', data: 'Åsa 🎒 "quoted" \\ \' $(calc)\n' },
      { name: '', kind: 'ExpandString', data: '%SystemRoot%' },
      { name: 'list', kind: 'MultiString', data: ['.', 'ü'] },
      { name: 'none of a list', kind: 'MultiString', data: [] },
      { name: 'bytes', kind: 'Binary', data: '00ff10' },
      { name: 'long text', kind: 'String', data: 'x'.repeat(20_000) },
    ] as const;
    await host.call('registry.write', {
      changes: values.map(({ name, kind, data }) => ({
        set: `${KEY}\\Kinds`,
        name,
        kind,
        data: typeof data === 'object' ? [...data] : data,
      })),
    });
    const { keys } = await host.call('registry.read', { keys: [`${KEY}\\Kinds`, `${KEY}\\Nowhere`, KEY] });
    const [kinds, nowhere, above] = keys;
    for (const value of values)
      hasFields(
        t,
        kinds?.values.find(({ name }) => name === value.name),
        value,
      );
    t.equal(kinds?.values.length, values.length);
    hasFields(t, nowhere, { there: false, values: [], subkeys: [] });
    t.ok(above?.subkeys.includes('Kinds'));
  });

  t.test('a value goes, and a key only when nothing is left in it', async (t) => {
    const { host } = await open(t);
    const key = `${KEY}\\Going`;
    await host.call('registry.write', {
      changes: [
        { set: key, name: 'a', kind: 'DWord', data: 1 },
        { set: `${key}\\Below`, name: 'b', kind: 'DWord', data: 2 },
        { prune: key },
        { remove: key, name: 'a' },
        { remove: key, name: 'never there' },
        { prune: key },
      ],
    });
    const first = await host.call('registry.read', { keys: [key] });
    hasFields(t, first.keys[0], { there: true, values: [], subkeys: ['Below'] });
    await host.call('registry.write', {
      changes: [
        { remove: `${key}\\Below`, name: 'b' },
        { prune: `${key}\\Below` },
        { prune: key },
        { remove: `${key}\\Below`, name: 'b' },
        { prune: key },
      ],
    });
    const then = await host.call('registry.read', { keys: [key] });
    hasFields(t, then.keys[0], { there: false });
  });
}

function folders(t: Test, open: Open): void {
  t.test('a private folder is nobody else’s, and one that somebody has planted is moved aside', async (t) => {
    const { host, plant } = await open(t);
    const path = `${FOLDER}\\SchoolgatePrivate`;
    const born = await host.call('protect', { path, sddl: PRIVATE_SDDL });
    t.equal(born.aside, null);
    // Wine does not keep all that Windows does: that nobody else is named it does.
    t.notMatch(born.sddl, /WD|BU|AU|IU/);
    t.same(await host.call('protection', { path }), { sddl: born.sddl });
    t.equal((await host.call('protect', { path, sddl: PRIVATE_SDDL })).aside, null, 'again');
    t.same(await host.call('protection', { path: `${FOLDER}\\Nowhere` }), { sddl: null });
    const planted = `${FOLDER}\\SchoolgatePlanted`;
    await plant(planted);
    const { aside, sddl } = await host.call('protect', { path: planted, sddl: PRIVATE_SDDL });
    t.match(aside, /Planted\.untrusted/);
    t.notMatch(sddl, /WD|BU|AU|IU/);
  });
}

function filters(t: Test, open: Open): void {
  const held = (host: HostLink) => host.call('wfp.held', { set: 'filter' });

  t.test('a set of filters is replaced whole or not at all', async (t) => {
    const { host } = await open(t);
    await host.call('wfp.sweep', null);
    hasFields(t, await held(host), { filters: 0, disabled: 0, digest: '', openings: [] });
    const first = await host.call('wfp.replace', {
      set: 'filter',
      digest: 'first',
      filters: [BLOCK, PERMIT],
    });
    t.equal(first.filters, 2);
    hasFields(t, await held(host), { filters: 2, disabled: 0, digest: 'first' });
    await host.call('wfp.replace', { set: 'lock', digest: 'lock', filters: [BLOCK] });
    await host.call('wfp.replace', { set: 'filter', digest: 'second', filters: [BLOCK] });
    hasFields(t, await held(host), { filters: 1, digest: 'second' });
    await t.rejects(
      host.call('wfp.replace', { set: 'filter', digest: 'third', filters: [BLOCK, OPENING] }),
      { message: REFUSED },
      'a filter of an opening in a set',
    );
    hasFields(t, await held(host), { filters: 1, digest: 'second' });
    await host.call('wfp.replace', { set: 'filter', digest: 'none', filters: [] });
    hasFields(t, await held(host), { filters: 0, digest: '' });
    hasFields(t, await host.call('wfp.held', { set: 'lock' }), { filters: 1, digest: 'lock' });
    await host.call('wfp.sweep', null);
    hasFields(t, await host.call('wfp.held', { set: 'lock' }), { filters: 0 });
  });

  t.test('an opening stands beside its set, is replaced by its name, and closes', async (t) => {
    const { host } = await open(t);
    await host.call('wfp.replace', { set: 'filter', digest: 'set', filters: [BLOCK] });
    const wide = { set: 'filter', opening: 'portal', seconds: 600 } as const;
    await host.call('wfp.open', { ...wide, digest: 'one', filters: [OPENING] });
    await host.call('wfp.open', { ...wide, digest: 'two', filters: [OPENING, OPENING] });
    hasFields(t, await held(host), {
      filters: 1,
      digest: 'set',
      openings: [{ name: 'portal', digest: 'two' }],
    });
    await t.rejects(host.call('wfp.open', { ...wide, digest: 'three', filters: [BLOCK] }), {
      message: REFUSED,
    });
    t.same((await held(host)).openings, [{ name: 'portal', digest: 'two' }]);
    await host.call('wfp.open', { ...wide, digest: 'none', filters: [] });
    t.same((await held(host)).openings, []);
    await host.call('wfp.sweep', null);
  });
}

function attempts(t: Test, open: Open): void {
  t.test('what a filter refuses is told once, with who tried', async (t) => {
    const { host, drop } = await open(t);
    const ask = () => host.call('wfp.attempts', { set: 'filter' });
    await host.call('wfp.sweep', null);
    t.same(await ask(), []);
    await host.call('wfp.replace', { set: 'filter', digest: 'dns', filters: [BLOCK, PERMIT] });
    await host.call('wfp.replace', { set: 'lock', digest: 'lock', filters: [{ ...BLOCK, name: 'all' }] });
    drop?.();
    const [refused, ...more] = await ask();
    hasFields(t, refused, {
      filter: 'dns',
      count: 1,
      address: '192.0.2.1',
      protocol: 17,
      port: 53,
      user: 'S-1-5-4',
      program: 'program.exe',
    });
    t.same(more, []);
    await host.call('wfp.sweep', null);
    t.same(await ask(), [], 'told once');
  });
}

function storeApps(t: Test, open: Open): void {
  t.test('a Store app is let reach this computer, and others that may stay', async (t) => {
    const { host } = await open(t);
    const exempt = async () => (await host.call('loopback.read', null)).exempt;
    const { packages } = await host.call('loopback.read', null);
    t.equal(new Set(packages.map(({ sid }) => sid)).size, packages.length, 'each once');
    const ours = packages[0]?.sid ?? '';
    t.match(ours, /^S-1-15-2(-\d+){7}$/);
    await host.call('loopback.change', { add: [THEIR_APP], remove: [] });
    await host.call('loopback.change', { add: [ours, ours], remove: [] });
    t.same(await exempt(), [THEIR_APP, ours]);
    for (const sid of ['S-1-15-2-1', 'S-1-5-32-545', 'WD', 'nobody'])
      await t.rejects(host.call('loopback.change', { add: [sid], remove: [THEIR_APP] }), {
        message: REFUSED,
      });
    t.same(await exempt(), [THEIR_APP, ours], 'not one of a call that is refused');
    await host.call('loopback.change', { add: [], remove: [ours, ours] });
    t.same(await exempt(), [THEIR_APP]);
    await host.call('loopback.change', { add: [], remove: [THEIR_APP, ours] });
    t.same(await exempt(), []);
  });
}

function programs(t: Test, open: Open): void {
  t.test('a program is started by its whole path only', async (t) => {
    const { host } = await open(t);
    await t.rejects(host.call('user.start', { program: 'cmd.exe', arguments: [] }), { message: REFUSED });
    t.equal(await host.call('user.stop', { id: 4_000_000 }), null, 'one that never was');
  });
}
