import type { Command } from 'commander';
import { createApiKey, keyOf, noteByCommand, revokeKey, rotateKey } from '../../api/keys/api-keys.ts';
import { MAX_GRACE_SECONDS } from '../../contracts/rest/keys.ts';
import {
  ALL_SCOPES,
  isExtensionScope,
  isScope,
  RATE_LIMIT_RANGE,
  READ_ONLY_SCOPES,
  SCOPES,
  type Scope,
  TIER_LIMITS,
  type Tier,
} from '../../contracts/scopes.ts';
import { systemClock } from '../../kit/clock.ts';
import { OperatorError } from '../../kit/operator-error.ts';
import { systemRandom } from '../../kit/random.ts';
import type { ApiKeyDetails } from '../../store/ports/api-keys.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import { toApiKey } from '../../store/views/api-key.ts';
import { withSchool } from '../school/school-store.ts';
import { type CommonOptions, configOf, withCommonOptions } from './common-options.ts';
import { EXPIRES_HELP, parseExpires } from './expires.ts';
import { print } from './output.ts';

interface KeyOptions extends CommonOptions {
  readonly name: string;
  readonly scopes: string;
  readonly tier: string;
  readonly rateLimit?: string;
  readonly expires?: string;
}

const NAME_LENGTH = 120;

export function addKeys(program: Command): void {
  const keys = program.command('keys').description('API keys');
  withCommonOptions(keys.command('create').description('make an API key; it is shown once'))
    .requiredOption('--name <name>', 'what the key is for')
    .requiredOption('--scopes <list>', `all, read-only, or some of ${ALL_SCOPES.join(', ')} (with commas)`)
    .option('--tier <tier>', `rate limit: ${Object.keys(TIER_LIMITS).join(', ')}`, 'enterprise')
    .option(
      '--rate-limit <count>',
      `requests a minute, ${RATE_LIMIT_RANGE.min} to ${RATE_LIMIT_RANGE.max}, instead of the tier's`,
    )
    .option('--expires <when>', EXPIRES_HELP)
    .action(createKey);
  withCommonOptions(
    keys
      .command('rotate')
      .description('give an API key a new secret, shown once; the old one works for a while longer')
      .argument('<id>', 'id of the key, as "keys list" shows it'),
  )
    .option('--grace <duration>', 'how long the old secret still works: 0, or 45m, 12h, up to 7d', '24h')
    .action(rotate);
  withCommonOptions(
    keys
      .command('revoke')
      .description('revoke an API key at once and for good')
      .argument('<id>', 'id of the key'),
  ).action(revoke);
  withCommonOptions(keys.command('list').description('list the API keys; never their secrets'))
    .option('--all', 'revoked and expired ones too')
    .action(list);
}

async function createKey(options: KeyOptions): Promise<void> {
  const config = configOf(options);
  const request = {
    organisationId: DEFAULT_ORGANISATION_ID,
    name: readName(options.name),
    scopes: parseScopes(options.scopes),
    tier: parseTier(options.tier),
    rateLimitOverride: options.rateLimit === undefined ? null : parseRateLimit(options.rateLimit),
    expiresAt: options.expires === undefined ? null : parseExpires(options.expires, systemClock.now()),
  };
  const { id, key } = await withSchool(config, ({ store, ids }) =>
    createApiKey({ store, clock: systemClock, ids, random: systemRandom }, request),
  );
  print(
    options.json,
    { id, key },
    `\n  ${key}\n\nThis is the key "${request.name}". Keep it now: it is not shown again.\n`,
  );
}

async function rotate(id: string, options: CommonOptions & { readonly grace: string }): Promise<void> {
  const config = configOf(options);
  const graceSeconds = parseGrace(options.grace);
  const { key, text } = await withSchool(config, ({ store }) =>
    store.transaction(async (tx) => {
      const before = await keyOf(tx, DEFAULT_ORGANISATION_ID, id);
      const issued = await rotateKey(
        tx,
        { clock: systemClock, random: systemRandom },
        { organisationId: DEFAULT_ORGANISATION_ID, id, graceSeconds },
      );
      const at = systemClock.now();
      await noteByCommand(tx, at, { action: 'key.rotated', before, after: issued.key });
      return issued;
    }),
  );
  const old =
    graceSeconds === 0 ? 'Every other secret has ended.' : `The old secret works for ${options.grace} more.`;
  print(
    options.json,
    { id: key.id, key: text, graceSeconds },
    `\n  ${text}\n\nThis is the new secret of "${key.name}". Keep it now: it is not shown again. ${old}\n`,
  );
}

async function revoke(id: string, options: CommonOptions): Promise<void> {
  const config = configOf(options);
  const name = await withSchool(config, ({ store }) =>
    store.transaction(async (tx) => {
      const now = systemClock.now();
      const before = await keyOf(tx, DEFAULT_ORGANISATION_ID, id);
      await revokeKey(tx, { organisationId: DEFAULT_ORGANISATION_ID, id, now });
      const after = await keyOf(tx, DEFAULT_ORGANISATION_ID, id);
      await noteByCommand(tx, now, { action: 'key.revoked', before, after });
      return before.name;
    }),
  );
  // Another process learns of it when what it remembers has grown old.
  const note = `The key "${name}" is revoked; a running server refuses it within 5 seconds.`;
  print(options.json, { id, revoked: true }, note);
}

async function list(options: CommonOptions & { readonly all?: true }): Promise<void> {
  const config = configOf(options);
  const now = systemClock.now();
  const keys = await withSchool(config, ({ store }) => store.apiKeys.details(DEFAULT_ORGANISATION_ID));
  const shown = keys.filter(
    ({ revokedAt, expiresAt }) =>
      options.all === true || (revokedAt === null && (expiresAt === null || expiresAt > now)),
  );
  print(
    options.json,
    shown.map(toApiKey),
    shown.length === 0 ? 'There is no API key.' : shown.map((key) => lineOf(key, now)).join('\n'),
  );
}

function lineOf(key: ApiKeyDetails, now: number): string {
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
  const { lastUse, expiresAt, revokedAt, ouPath } = key;
  const facts = [
    SCOPES.every((scope) => key.scopes.includes(scope))
      ? ['all scopes', ...key.scopes.filter(isExtensionScope)].join(',')
      : key.scopes.join(','),
    ...(ouPath === null ? [] : [ouPath]),
    lastUse === null ? 'never used' : `last used ${day(lastUse.at)}`,
    ...(revokedAt === null ? [] : [`revoked ${day(revokedAt)}`]),
    ...(expiresAt === null ? [] : [`${expiresAt > now ? 'expires' : 'expired'} ${day(expiresAt)}`]),
  ];
  return `${key.id}  ${key.name}  (${facts.join('; ')})`;
}

/** `0`, or a duration as `--expires` takes it. */
function parseGrace(text: string): number {
  if (text.trim() === '0') return 0;
  const units: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400, w: 604_800 };
  const [, count, unit = ''] = /^(\d{1,6})\s*([mhdw])$/.exec(text.trim()) ?? [];
  const seconds = Number(count) * (units[unit] ?? Number.NaN);
  if (seconds >= 0 && seconds <= MAX_GRACE_SECONDS) return seconds;
  throw new OperatorError(`--grace takes 0, or a duration such as 45m or 12h up to 7d, not "${text}".`);
}

function readName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > NAME_LENGTH)
    throw new OperatorError(`--name takes 1 to ${NAME_LENGTH} characters.`);
  return name;
}

/** `all`, `read-only`, or scopes with commas between them. @throws OperatorError that names the unknown one */
function parseScopes(text: string): readonly Scope[] {
  if (text === 'all') return SCOPES;
  if (text === 'read-only') return READ_ONLY_SCOPES;
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw new OperatorError('--scopes takes all, read-only, or a list of scopes.');
  return [...new Set(names.map(toScope))];
}

function toScope(name: string): Scope {
  if (isScope(name)) return name;
  throw new OperatorError(
    `"${name}" is no scope. There are: ${ALL_SCOPES.join(', ')}; or all, or read-only.`,
  );
}

function parseTier(text: string): Tier {
  if (Object.hasOwn(TIER_LIMITS, text)) return text as Tier;
  throw new OperatorError(`"${text}" is no tier. There are: ${Object.keys(TIER_LIMITS).join(', ')}.`);
}

function parseRateLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < RATE_LIMIT_RANGE.min || limit > RATE_LIMIT_RANGE.max) {
    throw new OperatorError(
      `--rate-limit takes ${RATE_LIMIT_RANGE.min} to ${RATE_LIMIT_RANGE.max} requests a minute, not "${text}".`,
    );
  }
  return limit;
}
