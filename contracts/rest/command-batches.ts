import { type Static, Type } from 'typebox';
import { COMMAND_STATUSES, COMMAND_TYPES } from '../device/command.ts';
import { DeviceFilterFields } from './device-filter.ts';
import { type CommandRequest, commandVariants } from './requests.ts';
import { closed, IdOf, Nullable, OneOf, Timestamp } from './resources.ts';

/** Most devices of one batch that are named one by one. */
const MAX_BATCH_DEVICES = 500;
/** Most devices of one batch that a filter may match: the biggest single school. */
export const MAX_FILTERED_DEVICES = 5_000;

/** Selects devices by their present state. */
const CommandBatchInputFilter = Type.Object(DeviceFilterFields.properties, {
  $id: 'CommandBatchInputFilter',
  ...closed,
});

/** One command for many devices: the named ones, or those that a filter matches now. */
export type CommandBatchInput = CommandRequest & {
  readonly deviceIds?: readonly string[];
  readonly filter?: DeviceFilterFields;
};
export const CommandBatchInput = Type.Unsafe<CommandBatchInput>({
  $id: 'CommandBatchInput',
  type: 'object',
  discriminator: { propertyName: 'type' },
  oneOf: commandVariants('CommandBatchInput', {
    deviceIds: Type.Optional(
      Type.Array(IdOf('dev'), { minItems: 1, maxItems: MAX_BATCH_DEVICES, uniqueItems: true }),
    ),
    filter: Type.Optional(Type.Unsafe<DeviceFilterFields>({ $ref: 'CommandBatchInputFilter#' })),
  }),
});

const Count = Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_FILTERED_DEVICES }));

export const CommandBatch = Type.Object(
  {
    id: IdOf('bat'),
    type: OneOf(COMMAND_TYPES),
    /** Devices that have a command of this batch. */
    total: Type.Integer({ minimum: 0, maximum: MAX_FILTERED_DEVICES }),
    /** Commands by status; a status that none has is absent. */
    counts: Type.Object(
      Object.fromEntries(COMMAND_STATUSES.map((status) => [status, Count])) as Record<
        (typeof COMMAND_STATUSES)[number],
        typeof Count
      >,
      closed,
    ),
    waiting: Type.Integer({
      minimum: 0,
      maximum: MAX_FILTERED_DEVICES,
      description:
        'Devices whose turn has not come, while a big batch is being carried out; 0 once every device has its command.',
    }),
    /** Devices without the command although they were asked for, each with the reason. */
    rejected: Type.Array(
      Type.Object(
        {
          deviceId: IdOf('dev'),
          code: OneOf(['not_found', 'command_not_supported'] as const),
          detail: Type.String({ maxLength: 1_000 }),
        },
        closed,
      ),
      { maxItems: MAX_FILTERED_DEVICES },
    ),
    requestedBy: Nullable(Type.String({ maxLength: 64 })),
    createdAt: Timestamp,
  },
  { $id: 'CommandBatch', ...closed },
);
export type CommandBatch = Static<typeof CommandBatch>;

/** The schemas by their names in the OpenAPI document. */
export const COMMAND_BATCH_SCHEMAS = { CommandBatchInputFilter, CommandBatchInput, CommandBatch } as const;
