import t from 'tap';
import { Value } from 'typebox/value';
import * as messages from '../../../contracts/mqtt/messages.ts';

type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isSafeInteger(value);

/** Whether a pattern holds a text to a length: anchored, without a quantifier that has no end. */
function endsSomewhere(pattern: unknown): boolean {
  return typeof pattern === 'string' && /^\^.*\$$/s.test(pattern) && !/[*+]|\{\d+,\}/.test(pattern);
}

/** Whether a schema itself sets a maximum; what is in it is looked at by itself. */
const BOUNDED: Readonly<Record<string, (schema: Schema) => boolean>> = {
  integer: ({ minimum, maximum }) => isNumber(minimum) && isNumber(maximum),
  number: ({ minimum, maximum }) => isNumber(minimum) && isNumber(maximum),
  string: ({ maxLength, pattern }) => isNumber(maxLength) || endsSomewhere(pattern),
  array: ({ maxItems }) => isNumber(maxItems),
  boolean: () => true,
  null: () => true,
  object: ({ properties, patternProperties, maxProperties, additionalProperties }) =>
    isSchema(patternProperties)
      ? isNumber(maxProperties) &&
        additionalProperties === false &&
        Object.keys(patternProperties).every(endsSomewhere)
      : isSchema(properties),
};

function isBounded(schema: Schema): boolean {
  if ('const' in schema || Array.isArray(schema.enum) || Array.isArray(schema.anyOf)) return true;
  return BOUNDED[String(schema.type)]?.(schema) ?? false;
}

/** Where in a schema a value may be as large as it likes. */
function unbounded(schema: unknown, at: string): readonly string[] {
  if (!isSchema(schema)) return [];
  const { anyOf, properties, patternProperties, items } = schema;
  const below = [
    ...Object.entries(isSchema(properties) ? properties : {}),
    ...Object.entries(isSchema(patternProperties) ? patternProperties : {}),
    ...(Array.isArray(anyOf) ? anyOf.entries() : []),
    ...(items === undefined ? [] : [['[]', items] as const]),
  ].flatMap(([name, one]) => unbounded(one, `${at}.${name}`));
  return isBounded(schema) ? below : [at, ...below];
}

const SCHEMAS = Object.entries(messages).filter(([, value]) => isSchema(value) && 'type' in value);

t.test('no member of any message is without a maximum: number, text, list, object', (t) => {
  t.ok(SCHEMAS.length >= 10, 'the sweep sees the schemas');
  t.same(
    SCHEMAS.flatMap(([name, schema]) => unbounded(schema, name)),
    [],
  );
  t.end();
});

t.test('the sweep finds each kind of member that has no maximum', (t) => {
  const cases: readonly [string, Schema][] = [
    ['an integer', { type: 'integer', minimum: 0 }],
    ['an integer with a maximum that is not exact', { type: 'integer', minimum: 0, maximum: 1e300 }],
    ['a text', { type: 'string' }],
    ['a text of an open pattern', { type: 'string', pattern: '^a+$' }],
    ['a text of a loose pattern', { type: 'string', pattern: 'a' }],
    ['a list', { type: 'array', items: { type: 'null' } }],
    ['anything', {}],
    ['an object of any names', { type: 'object', patternProperties: { '^.*$': { type: 'null' } } }],
  ];
  for (const [what, schema] of cases) t.same(unbounded(schema, 'here'), ['here'], what);
  t.same(unbounded({ type: 'object', properties: { a: { type: 'array', maxItems: 1, items: {} } } }, 'x'), [
    'x.a.[]',
  ]);
  t.end();
});

t.test('facts hold their names to a length, whatever characters they have', (t) => {
  const event = { id: 'event-0001', at: 1, kind: 'fault' };
  const fits = (details: unknown): boolean => Value.Check(messages.DeviceEvent, { ...event, details });
  t.equal(fits({ what: 'x', 'a b': 1.5, yes: true, none: null }), true);
  t.equal(fits({ ['n'.repeat(41)]: 1 }), false);
  t.equal(fits({ 'a\nb': { deep: [] } }), false, 'a line break hides nothing');
  t.equal(fits({ what: 1e300 }), false);
  t.equal(fits(Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`n${n}`, n]))), false);
  t.end();
});

t.test('the result of a command may nest as diagnostics do, and no deeper than five', (t) => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { in: nested(levels - 1) });
  const fits = (result: unknown): boolean =>
    Value.Check(messages.ResultMessage, {
      id: 'result-0001',
      commandId: 'cmd_01h455vb4pex5vsknk084sn02q',
      state: 'succeeded',
      at: 1,
      result,
    });
  t.equal(fits({ outbox: { rows: 1, dropped: 0 }, checks: { target: { ok: true, detail: '' } } }), true);
  t.equal(fits({ failing: ['clock'], until: null }), true);
  t.equal(fits(nested(5)), true);
  t.equal(fits(nested(6)), false);
  t.equal(fits({ until: 1e300 }), false);
  t.end();
});

t.test('times end with the year 9999, counters where integers are exact', (t) => {
  const heartbeat = (changes: Schema): boolean =>
    Value.Check(messages.HeartbeatMessage.properties.policy, { version: 0, hash: null, ...changes });
  t.equal(heartbeat({ version: Number.MAX_SAFE_INTEGER }), true);
  t.equal(heartbeat({ version: Number.MAX_SAFE_INTEGER + 1 }), false);
  t.equal(heartbeat({ version: 1e300 }), false);
  const { at } = messages.HeartbeatMessage.properties;
  t.equal(Value.Check(at, Date.UTC(9999, 11, 31, 23, 59, 59, 999)), true);
  t.equal(Value.Check(at, Date.UTC(10_000, 0)), false);
  t.end();
});
