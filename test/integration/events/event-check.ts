import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { namedSchemas } from '../../../api/http/schemas/schema-ref.ts';
import { type EventBody, isSentEvent } from '../../../contracts/events/catalogue.ts';
import { EVENT_DATA } from '../../../contracts/events/data.ts';

const MEMBERS = ['id', 'event', 'type', 'timestamp', 'device_id', 'sequence', 'data'];

/** Events about one device: their body names it. Alerts may be about one. */
const OF_ONE_DEVICE = /^(device|command|game|geofence)\.|^policy\.violation$/;

const MAX_BYTES = 20_000;

/** Compiled once each: the schemas of a device or policy are not small. */
const compiled = new Map<string, ValidateFunction>();

function schemaOf(type: string): ValidateFunction {
  const known = compiled.get(type);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv as never);
  for (const schema of namedSchemas()) ajv.addSchema(schema);
  const made = ajv.compile(isSentEvent(type) ? EVENT_DATA[type] : false);
  compiled.set(type, made);
  return made;
}

/** What is wrong with an event; empty = nothing. */
export function complaintsOf(body: EventBody): readonly string[] {
  const validate = schemaOf(body.type);
  const ids = deviceIdsOf(body.data);
  const named = Object.keys(isSentEvent(body.type) ? membersOf(EVENT_DATA[body.type]) : {});
  return [
    ...(validate(body.data) ? [] : [`data: ${JSON.stringify(validate.errors)}`]),
    ...Object.keys(body.data)
      .filter((name) => !named.includes(name))
      .map((name) => `data.${name} is in no schema`),
    ...Object.keys(body)
      .filter((name) => !MEMBERS.includes(name))
      .map((name) => `${name} is no member of an event`),
    ...(body.event === body.type ? [] : ['event and type differ']),
    ...(OF_ONE_DEVICE.test(body.type) && body.device_id === undefined ? ['there is no device_id'] : []),
    ...(body.device_id !== undefined && ids.some((id) => id !== body.device_id)
      ? ['device_id is not that of the data']
      : []),
    ...(Buffer.byteLength(JSON.stringify(body)) < MAX_BYTES ? [] : ['it is too long']),
  ];
}

function membersOf(schema: object | undefined): object {
  return (schema as { readonly properties?: object } | undefined)?.properties ?? {};
}

/** The devices that the things of an event are about. */
function deviceIdsOf(data: EventBody['data']): readonly unknown[] {
  const { device, ...others } = data as Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
  const things = [others.log, others.command, others.alert].map((thing) => thing?.deviceId);
  return [device?.id, ...things].filter((id) => id !== undefined && id !== null);
}
