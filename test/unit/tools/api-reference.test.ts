import t from 'tap';
import { type ApiDocument, apiReference } from '../../../tools/api-reference.ts';
import { hasText } from '../../support/has-fields.ts';

const samples = [
  { lang: 'Shell', label: 'curl', source: 'curl "$U/v1/devices/dev_1"' },
  { lang: 'Python', label: 'Python', source: 'client.devices.get("dev_1")' },
];
const document: ApiDocument = {
  tags: [{ name: 'Devices', description: 'Laptops' }],
  paths: {
    '/v1/devices/{id}': {
      get: {
        operationId: 'getDevice',
        summary: 'Get one',
        tags: ['Devices'],
        responses: { 200: { description: 'The answer' } },
        'x-codeSamples': samples,
      },
    },
  },
  components: {},
};

t.test('each endpoint shows its command, and the call in each client', (t) => {
  const page = apiReference(document);
  hasText(t, page, '```sh\ncurl "$U/v1/devices/dev_1"\n```');
  hasText(t, page, '<summary>Python</summary>\n\n```python\nclient.devices.get("dev_1")\n```');
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
            { name: 'q', in: 'query' },
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
      parameters: {
        Page: { name: 'page', in: 'query' },
        IfNoneMatch: { name: 'If-None-Match', in: 'header' },
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
