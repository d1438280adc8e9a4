import t from 'tap';
import { type ApiDocument, apiReference } from '../../../tools/api-reference.ts';
import { hasText } from '../../support/has-fields.ts';

const answer = { responses: { 200: { description: 'The answer' } } };
const document: ApiDocument = {
  tags: [{ name: 'Devices', description: 'Laptops' }],
  paths: {
    '/v1/devices/{id}': {
      get: {
        operationId: 'getDevice',
        summary: 'Get one',
        tags: ['Devices'],
        security: [{ apiKey: [] }],
        ...answer,
      },
      patch: {
        operationId: 'updateDevice',
        summary: 'Change one',
        tags: ['Devices'],
        security: [{ session: [] }],
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/DevicePatch' } } },
        },
        ...answer,
      },
    },
  },
  components: { schemas: { DevicePatch: { examples: [{ name: "Ana's" }] } } },
};

t.test('each endpoint gets a command with what it needs', (t) => {
  const page = apiReference(document);
  hasText(t, page, 'curl "$U/v1/devices/dev_…" \\\n  -H "Authorization: Bearer $K"\n```');
  hasText(t, page, '-X PATCH "$U/v1/devices/dev_…" \\\n  -b cookies.txt \\\n  -H "X-CSRF-Token: $CSRF"');
  hasText(t, page, `-d '{"name":"Ana'\\''s"}'`, 'an apostrophe does not end the quotation');
  t.end();
});

t.test('parameters and answers that stand among the components are shown as those of the call', (t) => {
  const page = apiReference({
    tags: document.tags,
    paths: {
      '/v1/devices': {
        get: {
          operationId: 'listDevices',
          summary: 'List them',
          tags: ['Devices'],
          parameters: [
            { $ref: '#/components/parameters/Page' },
            { $ref: '#/components/parameters/IfNoneMatch' },
            { name: 'q', in: 'query', schema: {} },
          ],
          responses: {
            200: { description: 'The answer' },
            304: { $ref: '#/components/responses/NotModified' },
            404: { $ref: '#/components/responses/NotFound' },
          },
        },
      },
    },
    components: {
      schemas: {},
      parameters: {
        Page: { name: 'page', in: 'query', schema: {} },
        IfNoneMatch: { name: 'If-None-Match', in: 'header', schema: {} },
      },
      responses: {
        NotModified: { description: 'Nothing has changed; no body' },
        NotFound: { description: 'not_found' },
      },
    },
  });
  hasText(t, page, 'Parameters: `page`, `q`.');
  hasText(t, page, 'Answers 200 (the answer), 304 (nothing has changed; no body).');
  t.end();
});

t.test('an endpoint that no section would show is an error', (t) => {
  t.throws(() => apiReference({ ...document, tags: [] }), /tag/);
  t.end();
});
