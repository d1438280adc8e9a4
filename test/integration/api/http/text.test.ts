import t from 'tap';
import { hasFields, hasText } from '../../../support/has-fields.ts';
import { sendRaw } from '../raw-http.ts';
import { type RestServer, startRestServer } from '../rest-server.ts';

/** Sends a body byte by byte as given. */
function post(server: RestServer, body: string | Buffer, fields: Readonly<Record<string, string>> = {}) {
  const bytes = Buffer.from(body);
  const head = Object.entries({
    host: 'x',
    connection: 'close',
    authorization: `Bearer ${server.key}`,
    'content-type': 'application/json',
    'content-length': String(bytes.length),
    ...fields,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const text = `POST /v1/campuses HTTP/1.1\r\n${head.join('')}\r\n`;
  return sendRaw(server.port, Buffer.concat([Buffer.from(text), bytes]));
}

t.test('a body that would be stored as other text than was sent is refused', async (t) => {
  const server = await startRestServer(t);
  const latin1 = Buffer.from('{"name":"Zo\xeb"}', 'latin1');
  const refused: readonly [string, string | Buffer, Record<string, string>?][] = [
    ['400 invalid_json', Buffer.from('{"name":"\xff"}', 'latin1')],
    ['400 invalid_json', latin1],
    ['400 invalid_json', Buffer.from('{"name":"\xed\xa0\x80"}', 'latin1')],
    ['400 invalid_json', Buffer.from('{"name":"\xc0\xaf"}', 'latin1')],
    ['400 invalid_json', '{"name":"a\\ud800"}'],
    ['400 invalid_json', '{"name":"\\uDC00b"}'],
    ['400 invalid_json', '{"name":"ok","cidrs":["\\udfff"]}'],
    ['400 invalid_json', '{"name":"ok","\\ud83c":1}'],
    ['415 unsupported_media_type', latin1, { 'content-type': 'application/json; charset=iso-8859-1' }],
    ['415 unsupported_media_type', '{"name":"x"}', { 'content-type': 'application/json;Charset="utf-16"' }],
    ['415 unsupported_media_type', '{"name":"x"}', { 'content-encoding': 'gzip' }],
    ['415 unsupported_media_type', '{"name":"x"}', { 'content-encoding': 'BR' }],
  ];
  for (const [expected, body, fields] of refused) {
    const { status, code } = await post(server, body, fields);
    t.equal(`${status} ${code}`, expected, `${String(body)} ${JSON.stringify(fields ?? {})}`);
  }
  t.equal((await server.call('GET', '/v1/campuses')).body.total, 0);
});

t.test('whole text is kept as it was sent', async (t) => {
  const server = await startRestServer(t);
  for (const [name, body, fields] of [
    ['Zoë 🏫', '{"name":"Zoë 🏫"}', {}],
    ['🏫', '{"name":"\\ud83c\\udfeb"}', { 'content-type': 'application/json; charset=UTF-8' }],
    ['\\ud800', '{"name":"\\\\ud800"}', { 'content-encoding': 'identity' }],
    ['mark', '\ufeff{"name":"mark"}', { 'content-type': 'application/json;charset="utf-8"' }],
  ] as const) {
    const { status, text } = await post(server, body, fields);
    t.equal(status, 201, text);
    hasText(t, text, `"name":${JSON.stringify(name)}`);
  }
});

t.test('numbers of a query are decimal numerals', async (t) => {
  const { call } = await startRestServer(t);
  for (const limit of ['0x10', '1e1', '%2010', '10%20', '+10', '%2B10', '10.0', '0b1', 'Infinity', ''])
    hasFields(
      t,
      await call('GET', `/v1/devices?limit=${limit}`),
      { status: 400, body: { code: 'validation_failed', errors: [{ in: 'query', parameter: 'limit' }] } },
      limit,
    );
  hasFields(t, await call('GET', '/v1/devices?limit=10'), { status: 200, body: { limit: 10 } });
  hasFields(t, await call('GET', '/v1/devices?minBattery=0x1'), { status: 400 });
});

t.test('a name of invisible characters alone is refused wherever a name is taken', async (t) => {
  const server = await startRestServer(t);
  const { id } = await server.makeDevice();
  for (const name of ['\u200b', '\u2800 \u3164', '\u{e0041}\u{e007f}', '\u202e\u00ad']) {
    for (const [method, path, body] of [
      ['POST', '/v1/campuses', { name }],
      ['POST', '/v1/policies', { name }],
      ['POST', '/v1/ous', { name }],
      ['POST', '/v1/users', { name, email: 'ana@x.example', role: 'student' }],
      ['POST', '/v1/enrollment-tokens', { name, ou: '/' }],
      ['PATCH', `/v1/devices/${id}`, { name }],
      ['PATCH', `/v1/devices/${id}`, { tags: [name] }],
      ['PATCH', `/v1/devices/${id}`, { assetTag: name }],
    ] as const) {
      const answer = await server.call(method, path, { body });
      hasFields(
        t,
        answer,
        { status: 400, body: { code: 'validation_failed' } },
        `${path} ${JSON.stringify(name)}`,
      );
    }
  }
});

t.test('units that differ in case alone, and overrides of a whole suffix, are refused', async (t) => {
  const { call, makeDevice } = await startRestServer(t);
  const { id } = await makeDevice();
  const made = await call('POST', '/v1/ous', { body: { name: 'High' } });
  hasFields(t, await call('POST', '/v1/ous', { body: { name: 'HIGH' } }), {
    status: 409,
    body: { code: 'already_exists', existingId: made.body.id },
  });
  const override = (site: string) =>
    call('POST', '/v1/overrides', { body: { scope: { type: 'device', id }, site, ttlMinutes: 5 } });
  for (const site of ['com', 'co.uk', 'https://COM/', 'edu.'])
    hasFields(t, await override(site), { status: 400, body: { errors: [{ pointer: '#/site' }] } }, site);
  for (const site of ['wiki.example', 'intranet', 'x.co.uk', 'me.github.io'])
    t.equal((await override(site)).status, 201, site);
  const lesson = (allowedUrls: readonly string[]) =>
    call('POST', '/v1/classroom/sessions', {
      body: {
        name: 'Maths',
        teacher: 'tea@x.example',
        durationMinutes: 5,
        deviceIds: [id],
        mode: 'focus',
        allowedUrls,
      },
    });
  for (const url of ['com', '*.org', 'co.uk/x'])
    hasFields(
      t,
      await lesson([url]),
      { status: 400, body: { errors: [{ pointer: '#/allowedUrls/0' }] } },
      url,
    );
  t.equal((await lesson(['*.museum.example', 'geogebra.org'])).status, 201);
});
