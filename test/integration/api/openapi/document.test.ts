import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import t from 'tap';
import { parse } from 'yaml';
import { openApiDocument } from '../../../../api/document.ts';
import { ERRORS } from '../../../../contracts/errors.ts';
import { EVENT_TYPES } from '../../../../contracts/events/catalogue.ts';
import { ROOT } from '../../../support/child-process.ts';
import { hasText } from '../../../support/has-fields.ts';
import { startRestServer } from '../rest-server.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is data of many shapes, and a wrong guess fails the test
const document = openApiDocument() as any;

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv as never);
ajv.addSchema({ $id: 'doc', ...document });

/** A validator of one named schema, as a program that reads the document would build it (JSON Schema 2020-12). */
const schemaOf = (name: string) => ajv.compile({ $ref: `doc#/components/schemas/${name}` });

/** Every object of the document with the way to it. */
function* nodes(value: unknown, path: string): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Record<string, unknown>];
  for (const [name, inner] of Object.entries(value))
    if (name !== 'examples') yield* nodes(inner, `${path}/${name}`);
}

t.test('it is OpenAPI 3.1.0, and null is a type, never a flag or an alternative', async (t) => {
  t.equal(document.openapi, '3.1.0');
  const wrong = [...nodes(document, '')].filter(
    ([, node]) =>
      'nullable' in node || (Array.isArray(node.anyOf) && node.anyOf.some(({ type }) => type === 'null')),
  );
  t.strictSame(
    wrong.map(([path]) => path),
    [],
  );
});

t.test('patterns are read by programs that do not take them as Unicode', async (t) => {
  let count = 0;
  for (const [path, node] of nodes(document, '#')) {
    if (typeof node.pattern !== 'string') continue;
    const { pattern } = node;
    count += 1;
    t.doesNotThrow(() => new RegExp(pattern), path);
    t.doesNotThrow(() => new RegExp(pattern, 'u'), path);
  }
  t.ok(count > 100);
});

t.test('strings, arrays and integers are bounded', async (t) => {
  const unbounded: string[] = [];
  for (const [path, node] of nodes(document.components.schemas, '#')) {
    if (path.endsWith('/properties')) continue;
    const types = [node.type].flat();
    const isBounded =
      (!types.includes('string') || ['maxLength', 'enum', 'pattern', 'const'].some((name) => name in node)) &&
      (!types.includes('array') || 'maxItems' in node) &&
      (!types.includes('integer') || ('maximum' in node && 'minimum' in node));
    if (!isBounded) unbounded.push(path);
  }
  t.strictSame(unbounded, []);
});

t.test('every reference leads somewhere', async (t) => {
  const astray: string[] = [];
  for (const [path, node] of nodes(document, '')) {
    if (typeof node.$ref !== 'string') continue;
    const target = node.$ref
      .slice(2)
      .split('/')
      .reduce((at, name) => at?.[name], document);
    if (target === undefined) astray.push(`${path} → ${node.$ref}`);
  }
  t.strictSame(astray, []);
});

t.test('variants have names, and a discriminator picks among all of them', async (t) => {
  const choices = [...nodes(document.components.schemas, '#')].filter(([, node]) => 'discriminator' in node);
  t.ok(choices.length >= 3);
  for (const [path, { discriminator, oneOf }] of choices) {
    const { mapping } = discriminator as { readonly mapping: Readonly<Record<string, string>> };
    const named = (oneOf as readonly { readonly $ref: string }[]).map(({ $ref }) => $ref);
    t.same(Object.values(mapping).sort(), [...named].sort(), path);
  }
});

t.test('every named schema has an example that fits it', async (t) => {
  for (const name of Object.keys(document.components.schemas)) {
    const [example] = document.components.schemas[name].examples ?? [];
    t.ok(example, `${name} has one`);
    const validate = schemaOf(name);
    t.ok(validate(example), `${name}: ${JSON.stringify(validate.errors)}`);
  }
});

/** What a reference of the document leads to; anything else is itself. */
function resolved(part: { readonly $ref?: string }) {
  const [, , kind = '', name = ''] = part.$ref?.split('/') ?? [];
  return part.$ref === undefined ? part : document.components[kind][name];
}

/** All calls, with their names as `get /v1/devices`. */
// biome-ignore lint/suspicious/noExplicitAny: see the document
const calls = Object.entries<any>(document.paths).flatMap(([path, methods]) =>
  // biome-ignore lint/suspicious/noExplicitAny: see the document
  Object.entries<any>(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);

t.test('a refusal stands once in the document, and calls refer to it', async (t) => {
  const texts = Object.values(document.components.responses).map((response) => JSON.stringify(response));
  t.equal(new Set(texts).size, texts.length);
  for (const { name, operation } of calls)
    for (const [status, response] of Object.entries<{ readonly $ref?: string }>(operation.responses)) {
      if (!/^[45]/.test(status)) continue;
      t.match(response.$ref ?? '', /^#.components.responses.[A-Z]/, `${name} ${status}`);
      t.ok(resolved(response).content['application/problem+json'], `${name} ${status}`);
    }
});

t.test('a header field that has a name is referred to', async (t) => {
  for (const { name, operation } of calls)
    for (const response of Object.values<{ readonly $ref?: string }>(operation.responses))
      for (const [field, header] of Object.entries<{ readonly $ref?: string }>(resolved(response).headers))
        t.match(header.$ref ?? '', /^#.components.headers./, `${name} ${field}`);
});

t.test('a call says who may make it: any key only where any key may', async (t) => {
  for (const { name, operation } of calls) {
    const { security, description } = operation;
    const [identity = {}] = security;
    const any = 'Any valid key may call it.';
    if (identity.apiKey?.length === 0) hasText(t, description, any, name);
    else t.notOk(description.includes(any), name);
    if (security.length === 0) hasText(t, description, 'Needs no key.', name);
    if ('session' in identity) hasText(t, description, 'no API key opens it.', name);
  }
});

/** What it shows is guarded by two. */
const PREVIEW = 'post /v1/policies/preview';

t.test('every call declares its faults, its rate limit and the scopes that it needs', async (t) => {
  for (const [path, methods] of Object.entries<Record<string, never>>(document.paths)) {
    for (const [method, operation] of Object.entries<Record<string, never>>(methods)) {
      const name = `${method} ${path}`;
      const { responses, security, operationId } = operation as never as {
        responses: Record<string, { $ref?: string }>;
        security: Record<string, string[]>[];
        operationId: string;
      };
      t.match(operationId, /^[a-z][A-Za-z]+$/, name);
      t.ok(
        security.every((one) => Object.values(one).flat().length <= (name === PREVIEW ? 2 : 1)),
        name,
      );
      for (const range of ['4', '5'])
        t.ok(
          Object.keys(responses).some((status) => status.endsWith('XX') && status.startsWith(range)),
          `${name} ${range}XX`,
        );
      for (const [status, response] of Object.entries(responses))
        t.ok('X-RateLimit-Limit' in (resolved(response).headers ?? {}), `${name} ${status}`);
    }
  }
});

t.test('the given sixteen are no extensions, everything else is', async (t) => {
  const given = [
    'get /v1/devices',
    'get /v1/devices/{id}',
    'post /v1/devices/{id}/command',
    'post /v1/devices/{id}/lock',
    'get /v1/users',
    'post /v1/users',
    'get /v1/policies',
    'post /v1/policies',
    'delete /v1/policies/{id}',
    'patch /v1/policies/{id}',
    'get /v1/logs',
    'get /v1/alerts',
    'get /v1/reports/weekly',
    'post /v1/classroom/sessions',
    'get /v1/activity',
    'post /v1/webhooks',
  ];
  t.equal(given.length, 16);
  for (const call of given) {
    const [method = '', path = ''] = call.split(' ');
    t.ok(document.paths[path]?.[method], `${call} exists`);
  }
  for (const [path, methods] of Object.entries<Record<string, Record<string, unknown>>>(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      t.equal(operation['x-extension'] === true, !given.includes(`${method} ${path}`), `${method} ${path}`);
    }
  }
});

t.test('it tells of every event', async (t) => {
  t.strictSame(Object.keys(document.webhooks).sort(), [...EVENT_TYPES].sort());
});

t.test('it is served without a key, in JSON and YAML, and is the committed one', async (t) => {
  const { call } = await startRestServer(t);
  const json = await call('GET', '/v1/openapi.json', { key: null });
  hasText(t, json.headers.get('content-type'), 'application/json');
  t.strictSame(json.body, JSON.parse(readFileSync(join(ROOT, 'openapi/openapi.json'), 'utf8')));
  const yaml = await call('GET', '/v1/openapi.yaml', { key: null });
  hasText(t, yaml.headers.get('content-type'), 'yaml');
  t.match(yaml.body, /^openapi: "?3\.1\.0"?$/m);
  t.strictSame(parse(yaml.body), json.body);
  for (const [path, { headers }] of [
    ['/v1/openapi.json', json],
    ['/v1/openapi.yaml', yaml],
  ] as const) {
    const etag = headers.get('etag') ?? '';
    const again = await call('GET', path, { key: null, headers: { 'if-none-match': `"other", W/${etag}` } });
    t.same([again.status, again.body, again.headers.get('etag')], [304, '', etag], path);
    t.ok(again.headers.has('x-ratelimit-limit'));
    t.equal((await call('GET', path, { key: null, headers: { 'if-none-match': '"other"' } })).status, 200);
  }
});

t.test('answers are what the document says, without a field more', async (t) => {
  const { call, makeDevice } = await startRestServer(t);
  const device = await makeDevice();
  const check = async (name: string, method: string, path: string, body?: unknown) => {
    const answer = await call(method, path, { body });
    const validate = schemaOf(name);
    t.ok(
      validate(answer.body),
      `${method} ${path}: ${JSON.stringify(validate.errors)} ${JSON.stringify(answer.body).slice(0, 200)}`,
    );
    return answer.body;
  };
  await check('Device', 'GET', `/v1/devices/${device.id}`);
  await check('DeviceList', 'GET', '/v1/devices');
  const command = await check('Command', 'POST', `/v1/devices/${device.id}/lock`, {
    message: 'See the office',
    pin: '4829',
  });
  await check('Device', 'GET', `/v1/devices/${device.id}`);
  await check('Command', 'GET', `/v1/commands/${command.id}`);
  await check('CommandList', 'GET', '/v1/commands');
  await check('CommandList', 'GET', `/v1/devices/${device.id}/commands`);
  const webhook = await check('CreatedWebhook', 'POST', '/v1/webhooks', { url: 'https://sis.example/hooks' });
  await check('Webhook', 'GET', `/v1/webhooks/${webhook.id}`);
  await check('WebhookList', 'GET', '/v1/webhooks');
  await check('Command', 'POST', `/v1/commands/${command.id}/cancel`);
  const deliveries = await check('DeliveryList', 'GET', `/v1/webhooks/${webhook.id}/deliveries`);
  t.equal(deliveries.total, 1, 'of the cancelled command');
  await check('Webhook', 'PATCH', `/v1/webhooks/${webhook.id}`, { enabled: false });
  const campus = await check('Campus', 'POST', '/v1/campuses', { name: 'High', cidrs: ['10.0.0.0/8'] });
  await check('Campus', 'PATCH', `/v1/campuses/${campus.id}`, {
    geofence: { lat: 1, lon: 2, radiusMeters: 100 },
  });
  await check('CampusList', 'GET', '/v1/campuses');
  await check('CreatedEnrollmentToken', 'POST', '/v1/enrollment-tokens', { name: 'Cart' });
  await check('EnrollmentTokenList', 'GET', '/v1/enrollment-tokens');
  await check('ScopeInfoList', 'GET', '/v1/scopes');
  const problem = await check('Problem', 'GET', '/v1/devices?limit=0');
  t.ok(problem.code in ERRORS);
});
