import t from 'tap';
import { hoistVariants } from '../../../../api/openapi/hoisted-variants.ts';

t.test('each variant of a choice gets a name, and the discriminator leads there', (t) => {
  const lock = { type: 'object', properties: { type: { enum: ['lock'] } } };
  const openUrl = { type: 'object', properties: { type: { const: 'open_url' } } };
  const schemas: Record<string, Record<string, unknown>> = {
    Order: { discriminator: { propertyName: 'type' }, oneOf: [lock, openUrl] },
    Plain: { oneOf: [lock] },
  };
  hoistVariants({ paths: {}, components: { schemas } });
  const mapping = { lock: '#/components/schemas/OrderLock', open_url: '#/components/schemas/OrderOpenUrl' };
  t.same(schemas, {
    Order: {
      discriminator: { propertyName: 'type', mapping },
      oneOf: [{ $ref: mapping.lock }, { $ref: mapping.open_url }],
    },
    Plain: { oneOf: [lock] },
    OrderLock: { ...lock, examples: [{ type: 'lock' }] },
    OrderOpenUrl: { ...openUrl, examples: [{ type: 'open_url' }] },
  });
  t.end();
});

t.test('an object that every variant has gets a name; one that some have stays', (t) => {
  const filter = { type: 'object', properties: { q: { type: 'string' } } };
  const variant = (type: string, params: object) => ({
    type: 'object',
    properties: { type: { enum: [type] }, at: { type: 'string' }, filter, params },
  });
  const params = { type: 'object', properties: { url: { type: 'string' } } };
  const schemas: Record<string, Record<string, unknown>> = {
    Order: {
      discriminator: { propertyName: 'type' },
      oneOf: [variant('lock', { type: 'object' }), variant('open_url', params)],
    },
  };
  hoistVariants({ paths: {}, components: { schemas } });
  t.same(schemas.OrderFilter, { ...filter, examples: [{}] });
  t.same(schemas.OrderOpenUrl?.properties, {
    type: { enum: ['open_url'] },
    at: { type: 'string' },
    filter: { $ref: '#/components/schemas/OrderFilter' },
    params,
  });
  t.notOk('OrderParams' in schemas || 'OrderAt' in schemas);
  t.end();
});
