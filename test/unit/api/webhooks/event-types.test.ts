import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import t from 'tap';
import { eventTypes } from '../../../../api/webhooks/event-types.ts';
import { EVENT_TYPES } from '../../../../contracts/events/catalogue.ts';
import { EVENT_DATA } from '../../../../contracts/events/data.ts';
import { hasFields } from '../../../support/has-fields.ts';

t.test('every event of the catalogue, and the test event, has a schema and a sample', async (t) => {
  const types = eventTypes().map(({ type }) => type);
  t.same(types, [...EVENT_TYPES, 'webhook.test']);
  for (const type of types) t.ok(Object.hasOwn(EVENT_DATA, type), `${type} is in contracts/events/data.ts`);
});

t.test('each sample fits its schema, which needs no other, and says that it is one', async (t) => {
  for (const { type, dataSchema, sample } of eventTypes()) {
    // Its own validator each time: a reference to another schema would not be found.
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv as never);
    const validate = ajv.compile(dataSchema);
    t.ok(validate(sample.data), `${type}: ${JSON.stringify(validate.errors)}`);
    t.ok(Object.keys(sample.data).length > 0, `${type} tells something`);
    t.equal(validate({}), false, `${type} has something that is always told`);
    hasFields(t, sample, { event: type, type, sequence: 0 });
    t.notMatch(JSON.stringify(dataSchema), /\$ref|\$id/);
  }
});

t.test('events about one device name it', async (t) => {
  const named = eventTypes().filter(({ sample }) => sample.device_id !== undefined);
  t.ok(named.length > 0);
  for (const { type } of named) t.match(type, /^(device|command|alert|policy\.violation|game|geofence)/);
  for (const { type, sample } of eventTypes().filter((one) => /^(device|command)\./.test(one.type)))
    t.match(sample.device_id, /^dev_/, type);
});
