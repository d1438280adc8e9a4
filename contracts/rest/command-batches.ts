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
  readonly token?: string;
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
    token: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: 'The `token` of a preview of this batch. Not for the preview itself.',
      }),
    ),
  }),
});

const DeviceCount = Type.Integer({ minimum: 0, maximum: MAX_FILTERED_DEVICES });
const Count = Type.Optional(DeviceCount);

/** Running = a command can still reach its device, or the turn of a device has not come. */
export const BATCH_STATUSES = ['running', 'done'] as const;

const Rejection = {
  deviceId: IdOf('dev'),
  code: OneOf(['not_found', 'command_not_supported'] as const),
  detail: Type.String({ maxLength: 1_000 }),
} as const;

const summaryFields = {
  id: IdOf('bat'),
  type: OneOf(COMMAND_TYPES),
  status: Type.Unsafe<(typeof BATCH_STATUSES)[number]>({
    ...OneOf(BATCH_STATUSES),
    description: '`running` while a command is open or a device waits for its turn.',
  }),
  /** Devices that have a command of this batch. */
  total: DeviceCount,
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
  skipped: Type.Integer({
    minimum: 0,
    maximum: MAX_FILTERED_DEVICES,
    description: 'Devices whose turn had not come when the batch was cancelled: they have no command of it.',
  }),
  rejectedCount: Type.Integer({
    minimum: 0,
    maximum: MAX_FILTERED_DEVICES,
    description: 'Devices that could not have the command; one batch tells which, under `rejected`.',
  }),
  retryOf: Nullable(
    Type.String({ ...IdOf('bat'), description: 'The batch whose failed commands this one repeats.' }),
  ),
  requestedBy: Nullable(Type.String({ maxLength: 64 })),
  createdAt: Timestamp,
  cancelledAt: Nullable(Timestamp),
} as const;

/** A batch in a list. */
export const CommandBatchSummary = Type.Object(summaryFields, { $id: 'CommandBatchSummary', ...closed });
export type CommandBatchSummary = Static<typeof CommandBatchSummary>;

export const CommandBatch = Type.Object(
  {
    ...summaryFields,
    /** Devices without the command although they were asked for, each with the reason. */
    rejected: Type.Array(Type.Object(Rejection, closed), { maxItems: MAX_FILTERED_DEVICES }),
  },
  { $id: 'CommandBatch', ...closed },
);
export type CommandBatch = Static<typeof CommandBatch>;

/** What a batch would do to a device. */
export const BATCH_OUTCOMES = ['now', 'later', 'already', 'rejected'] as const;
export type BatchOutcome = (typeof BATCH_OUTCOMES)[number];

/** Devices that a preview names for each outcome: as many as a person looks through. */
export const MAX_PREVIEWED_DEVICES = 200;

/** What a batch would do, should it be sent now. */
export const CommandBatchPreview = Type.Object(
  {
    type: OneOf(COMMAND_TYPES),
    total: DeviceCount,
    counts: Type.Object(
      { now: DeviceCount, later: DeviceCount, already: DeviceCount, rejected: DeviceCount },
      {
        ...closed,
        description:
          'Devices by outcome. `now`: on-line. `later`: off-line, the command waits until it expires. `already`: locked, or being locked, in the same way, or not locked where it is to be unlocked. `rejected`: cannot have the command.',
      },
    ),
    devices: Type.Array(
      Type.Object(
        {
          deviceId: IdOf('dev'),
          name: Nullable(Type.String({ maxLength: 120 })),
          outcome: OneOf(BATCH_OUTCOMES),
          code: Nullable(Rejection.code),
          detail: Nullable(Rejection.detail),
        },
        closed,
      ),
      {
        maxItems: MAX_PREVIEWED_DEVICES * BATCH_OUTCOMES.length,
        description: `At most ${MAX_PREVIEWED_DEVICES} devices of each outcome. \`name\` is null where there is no such device; \`code\` and \`detail\` say why one is rejected.`,
      },
    ),
    token: Type.String({
      maxLength: 1_000,
      description: 'For the batch: it is sent to exactly these devices, or refused with `preview_outdated`.',
    }),
    expiresAt: Type.Unsafe<string>({ ...Timestamp, description: 'The token is good until then.' }),
  },
  { $id: 'CommandBatchPreview', ...closed },
);
export type CommandBatchPreview = Static<typeof CommandBatchPreview>;

/** Statuses of commands that can be repeated. One that was superseded is not: somebody wanted the opposite since. */
const RETRIED_STATUSES = ['failed', 'expired', 'cancelled'] as const;

export const CommandBatchRetry = Type.Object(
  {
    statuses: Type.Optional(
      Type.Array(OneOf(RETRIED_STATUSES), {
        minItems: 1,
        maxItems: RETRIED_STATUSES.length,
        uniqueItems: true,
        description: 'Which commands are repeated. Default: `failed` and `expired`.',
      }),
    ),
    pin: Type.Optional(
      Type.String({
        pattern: '^[0-9]{4,8}$',
        maxLength: 8,
        description: 'The PIN again, for a lock that had one: it is kept nowhere.',
      }),
    ),
  },
  { $id: 'CommandBatchRetry', ...closed },
);
export type CommandBatchRetry = Static<typeof CommandBatchRetry>;

export const CommandBatchCancellation = Type.Object(
  {
    cancelled: Type.Integer({
      minimum: 0,
      maximum: MAX_FILTERED_DEVICES,
      description: 'Commands that this call took back.',
    }),
    notCancelled: Type.Integer({
      minimum: 0,
      maximum: MAX_FILTERED_DEVICES,
      description:
        'Commands that stay: they had been sent or had ended, or another order asked for the same lock or unlock.',
    }),
    batch: Type.Unsafe<CommandBatch>({ $ref: 'CommandBatch#' }),
  },
  { $id: 'CommandBatchCancellation', ...closed },
);
export type CommandBatchCancellation = Static<typeof CommandBatchCancellation>;

/** The schemas by their names in the OpenAPI document. */
export const COMMAND_BATCH_SCHEMAS = {
  CommandBatchInputFilter,
  CommandBatchInput,
  CommandBatchSummary,
  CommandBatch,
  CommandBatchPreview,
  CommandBatchRetry,
  CommandBatchCancellation,
} as const;
