import t from 'tap';
import { createSsrfGuard } from '../../../../api/outbound/ssrf-guard.ts';
import { Fault } from '../../../../kit/fault.ts';
import { hasFields } from '../../../support/has-fields.ts';

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'public.example': ['93.184.215.14', '2606:2800::1'],
  'inside.example': ['10.0.0.7'],
  'mixed.example': ['93.184.215.14', '127.0.0.1'],
  'mixed6.example': ['93.184.215.14', '::1'],
  'empty.example': [],
  'odd.example': ['not-an-address'],
};

const guardWith = (allowCidrs: string[] = [], allowHttpCidrs: string[] = []) =>
  createSsrfGuard({
    allowCidrs,
    allowHttpCidrs,
    resolve: async (name) => {
      const addresses = NAMES[name];
      if (addresses === undefined)
        throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
      return addresses;
    },
  });

async function refusal(url: string, guard = guardWith()): Promise<Fault> {
  try {
    await guard.checkUrl(url);
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error(`${url} was accepted`);
}

t.test('public https addresses may be registered', async (t) => {
  for (const url of [
    'https://public.example/x?y=1',
    'https://public.example:8443/',
    'https://8.8.8.8/',
    'https://[2606:4700::1]:1024/',
  ])
    await t.resolves(guardWith().checkUrl(url), url);
});

t.test('every spelling of an inside address is refused', async (t) => {
  const hosts = [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0x7f000001',
    '017700000001',
    '127.1',
    '0',
    '[::1]',
    '[::ffff:127.0.0.1]',
  ];
  const more = [
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '169.254.169.254',
    '10.0.0.1',
    '１２７.0.0.1',
    '[::]',
    '127.0.0.1.',
  ];
  for (const host of [...hosts, ...more]) {
    hasFields(
      t,
      (await refusal(`https://${host}/`)).extras.errors,
      [{ pointer: '#/url', code: 'host_not_allowed' }],
      host,
    );
    hasFields(
      t,
      (await refusal(`http://${host}/`)).extras.errors,
      [{ pointer: '#/url', code: 'host_not_allowed' }],
      host,
    );
  }
});

t.test('a name is refused when any of its addresses is', async (t) => {
  for (const name of ['inside', 'mixed', 'mixed6', 'empty', 'odd']) {
    hasFields(
      t,
      (await refusal(`https://${name}.example/`)).extras.errors,
      [{ code: 'host_not_allowed' }],
      name,
    );
  }
});

t.test('the answer does not tell an inside name from an unknown one', async (t) => {
  const inside = await refusal('https://inside.example/');
  const unknown = await refusal('https://unknown.example/');
  t.equal(inside.detail, unknown.detail);
  t.same(inside.extras, unknown.extras);
  t.notMatch(inside.message, /10\.0\.0\.7/);
});

t.test('malformed and roundabout URLs are refused with their reason', async (t) => {
  const cases: Readonly<Record<string, string>> = {
    '/hooks': 'invalid_url',
    'https://': 'invalid_url',
    'https://[::1/': 'invalid_url',
    [`https://public.example/${'x'.repeat(2_048)}`]: 'invalid_url',
    'ftp://public.example/': 'invalid_protocol',
    'file:///etc/passwd': 'invalid_protocol',
    'javascript:alert(1)': 'invalid_protocol',
    'https://user@public.example/': 'credentials',
    'https://:secret@public.example/': 'credentials',
    'https://public.example/#a': 'fragment',
    'https://public.example:22/': 'invalid_port',
    'https://public.example:80/': 'invalid_port',
    'https://public.example:1023/': 'invalid_port',
    'http://public.example/': 'host_not_allowed',
  };
  for (const [url, code] of Object.entries(cases)) {
    const fault = await refusal(url);
    t.equal(fault.code, 'validation_failed', url);
    hasFields(t, fault.extras.errors, [{ in: 'body', pointer: '#/url', code }], url);
  }
});

t.test('only the server’s configuration opens inside networks', async (t) => {
  const lan = guardWith(['10.0.0.0/24']);
  await t.resolves(lan.checkUrl('https://inside.example/'));
  await t.resolves(lan.checkUrl('https://10.0.0.9:8443/'));
  hasFields(t, (await refusal('http://inside.example/', lan)).extras.errors, [{ code: 'host_not_allowed' }]);
  hasFields(t, (await refusal('https://10.0.1.9/', lan)).extras.errors, [{ code: 'host_not_allowed' }]);
  const plain = guardWith([], ['10.0.0.0/24']);
  await t.resolves(plain.checkUrl('http://inside.example/'));
  await t.resolves(plain.checkUrl('http://10.0.0.9:3000/'));
  hasFields(t, (await refusal('http://public.example/', plain)).extras.errors, [
    { code: 'host_not_allowed' },
  ]);
  hasFields(t, (await refusal('http://10.0.0.9:25/', plain)).extras.errors, [{ code: 'invalid_port' }]);
});
