import type { Command } from 'commander';
import { createApiKey } from '../../api/services/api-keys.ts';
import {
  isScope,
  RATE_LIMIT_RANGE,
  READ_ONLY_SCOPES,
  SCOPES,
  type Scope,
  TIER_LIMITS,
  type Tier,
} from '../../contracts/scopes.ts';
import { systemClock } from '../../kit/clock.ts';
import { systemRandom } from '../../kit/random.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import { OperatorError } from '../operator-error.ts';
import { withSchool } from '../school-store.ts';
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
    .requiredOption('--scopes <list>', `all, read-only, or some of ${SCOPES.join(', ')} (with commas)`)
    .option('--tier <tier>', `rate limit: ${Object.keys(TIER_LIMITS).join(', ')}`, 'enterprise')
    .option(
      '--rate-limit <count>',
      `requests a minute, ${RATE_LIMIT_RANGE.min} to ${RATE_LIMIT_RANGE.max}, instead of the tier's`,
    )
    .option('--expires <when>', EXPIRES_HELP)
    .action(createKey);
}

async function createKey(options: KeyOptions): Promise<void> {
  const { settings } = configOf(options);
  const request = {
    organisationId: DEFAULT_ORGANISATION_ID,
    name: readName(options.name),
    scopes: parseScopes(options.scopes),
    tier: parseTier(options.tier),
    rateLimitOverride: options.rateLimit === undefined ? null : parseRateLimit(options.rateLimit),
    expiresAt: options.expires === undefined ? null : parseExpires(options.expires, systemClock.now()),
  };
  const { id, key } = await withSchool(settings.dataDir, ({ store, ids }) =>
    createApiKey({ store, clock: systemClock, ids, random: systemRandom }, request),
  );
  print(
    options.json,
    { id, key },
    `\n  ${key}\n\nThis is the key "${request.name}". Keep it now: it is not shown again.\n`,
  );
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
  throw new OperatorError(`"${name}" is no scope. There are: ${SCOPES.join(', ')}; or all, or read-only.`);
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
