import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import t from 'tap';
import { openApiDocument } from '../../../../api/document.ts';
import { sampleEvent } from '../../../../api/webhooks/event-samples.ts';
import { EVENT_TYPES } from '../../../../contracts/events/catalogue.ts';
import { hasText } from '../../../support/has-fields.ts';

const AT = { id: 'evt_01kafw3v5xe8m9t2q4r6y8b0cd', at: Date.UTC(2026, 10, 20, 10) } as const;

const document = openApiDocument();
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv as never);
ajv.addSchema({ $id: 'doc', ...document });

const validatorOf = (type: string) =>
  ajv.compile({ $ref: `doc#/webhooks/${type}/post/requestBody/content/application~1json/schema` });

t.test(
  'the document says of every event what its data is: a sample fits, another event does not',
  async (t) => {
    for (const type of EVENT_TYPES) {
      const validate = validatorOf(type);
      const sample = sampleEvent(type, AT);
      t.ok(validate(sample), `${type}: ${JSON.stringify(validate.errors)}`);
      t.notOk(validate({ ...sample, data: {} }), `${type} without data`);
      t.notOk(validate(sampleEvent('webhook.test', AT)), `webhook.test is no ${type}`);
    }
  },
);

t.test('data that was too long is told by where it can be had', async (t) => {
  const data = { truncated: true, href: `/v1/events/${AT.id}` };
  t.ok(validatorOf('policy.updated')({ ...sampleEvent('policy.updated', AT), data }));
});

t.test('things that have a name are referred to, not repeated', async (t) => {
  const text = JSON.stringify(document.webhooks);
  hasText(t, text, '"$ref":"#/components/schemas/Device"');
  t.notMatch(text, '"$id"');
  t.ok(text.length < 60_000, `${text.length}`);
});
