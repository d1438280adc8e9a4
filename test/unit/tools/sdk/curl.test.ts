import t from 'tap';
import { curlByDocument } from '../../../../tools/sdk/curl.ts';
import type { OpenApi } from '../../../../tools/sdk/document.ts';

const id = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { pattern: '^dev_[0-7][0-9a-z]{25}$' },
} as const;
const document: OpenApi = {
  paths: {},
  webhooks: {},
  components: { schemas: { DevicePatch: { examples: [{ name: "Ana's" }] } }, parameters: { DeviceId: id } },
};
const base = {
  operationId: 'x',
  summary: 'x',
  responses: {},
  parameters: [{ $ref: '#/components/parameters/DeviceId' }],
};

t.test('a command has places for ids, says who asks, and can be pasted into a shell', (t) => {
  const byKey = { ...base, security: [{ apiKey: [] }] };
  t.equal(
    curlByDocument(document, { method: 'GET', path: '/v1/devices/{id}', operation: byKey }),
    'curl "$U/v1/devices/dev_…" \\\n  -H "Authorization: Bearer $K"',
  );
  const schema = { $ref: '#/components/schemas/DevicePatch' };
  const bySession = {
    ...base,
    security: [{ session: [] }],
    requestBody: { content: { 'application/json': { schema } } },
  };
  t.equal(
    curlByDocument(document, { method: 'PATCH', path: '/v1/devices/{id}', operation: bySession }),
    [
      'curl -X PATCH "$U/v1/devices/dev_…"',
      '-b cookies.txt',
      '-H "X-CSRF-Token: $CSRF"',
      '-H "Content-Type: application/json"',
      `-d '{"name":"Ana'\\''s"}'`,
    ].join(' \\\n  '),
    'an apostrophe does not end the quotation',
  );
  t.end();
});
