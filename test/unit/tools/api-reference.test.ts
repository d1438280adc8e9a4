import t from 'tap';
import { type ApiDocument, apiReference } from '../../../tools/api-reference.ts';

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

t.test('an endpoint that no section would show is an error', (t) => {
  t.throws(() => apiReference({ ...document, tags: [] }), /tag/);
  t.end();
});
