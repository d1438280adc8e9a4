import { dirname, resolve } from 'node:path';
import { messageOf } from '../../kit/fault.ts';
import { OperatorError } from '../../kit/operator-error.ts';
import { distance, readConfigFile } from './config-file.ts';
import { shippedFile } from './installation.ts';
import {
  FLAGS,
  type FlagName,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  type Settings,
  variableOf,
} from './settings.ts';

/** The file that holds every setting's default and explains it; it is also what `serve --print-config` prints. */
export const DEFAULT_CONFIG_FILE = 'server/config/default.toml';

/** Names the configuration file. */
const CONFIG_VARIABLE = 'SCHOOLGATE_CONFIG';

/** Variables with our prefix that are no settings: the SDKs', the agent's and the launcher's. */
const OTHER_VARIABLES = /^SCHOOLGATE_(CONFIG|API_KEY|BASE_URL|REEXECUTED|AGENT_.*|TEST_.*)$/;

export interface ConfigInput {
  /** Flags as typed, by setting. */
  readonly flags: Partial<Record<FlagName, string>>;
  /** `--config`. */
  readonly configFile?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where relative paths of flags and variables start. */
  readonly cwd: string;
}

export interface LoadedConfig {
  readonly settings: Settings;
  /** The configuration file that was read; null = none. */
  readonly file: string | null;
  /** Settings that somebody set, rather than the defaults. */
  readonly chosen: ReadonlySet<SettingName>;
}

interface Candidate {
  readonly value: unknown;
  /** Begins an error's sentence: `--http-port`, `SCHOOLGATE_HTTP_PORT`, `/etc/schoolgate.toml, line 3: http_port`. */
  readonly where: string;
  /** Where a relative path starts. */
  readonly base: string;
  readonly isDefault: boolean;
}

/**
 * The settings: of the flag, else the environment, else the file, else the default.
 * @throws OperatorError that names the flag, variable, or file and line of the first error
 */
export function loadConfig({ flags, configFile, env, cwd }: ConfigInput): LoadedConfig {
  refuseMisspelt(env);
  const named = configFile ?? env[CONFIG_VARIABLE];
  const file = named === undefined || named === '' ? null : resolve(cwd, named);
  const fromFile = file === null ? null : readConfigFile(file);
  const defaults = readConfigFile(shippedFile(DEFAULT_CONFIG_FILE));

  const candidateOf = (name: SettingName): Candidate => {
    const flag = name in FLAGS ? flags[name as FlagName] : undefined;
    if (flag !== undefined)
      return { value: flag, where: FLAGS[name as FlagName], base: cwd, isDefault: false };
    const variable = env[variableOf(name)];
    // Container files set an empty variable where they mean none.
    if (variable !== undefined && variable !== '')
      return { value: variable, where: variableOf(name), base: cwd, isDefault: false };
    const set = fromFile?.get(name);
    if (set !== undefined && file !== null) {
      return {
        value: set.value,
        where: `${set.where}: ${SETTINGS[name].key}`,
        base: dirname(file),
        isDefault: false,
      };
    }
    const preset = defaults.get(name);
    if (preset === undefined) throw new Error(`${DEFAULT_CONFIG_FILE} lacks ${SETTINGS[name].key}`);
    return { value: preset.value, where: preset.where, base: cwd, isDefault: true };
  };

  const candidates = new Map(SETTING_NAMES.map((name) => [name, candidateOf(name)]));
  const settings = Object.fromEntries(
    [...candidates].map(([name, candidate]) => [name, readCandidate(name, candidate)]),
  ) as Settings;
  checkTogether(settings);
  return {
    settings,
    file,
    chosen: new Set(SETTING_NAMES.filter((name) => candidates.get(name)?.isDefault === false)),
  };
}

function readCandidate(name: SettingName, { value, where, base }: Candidate): unknown {
  const rule = SETTINGS[name];
  try {
    const read = rule.read(value);
    return 'kind' in rule && typeof read === 'string' ? resolve(base, read) : read;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new OperatorError(`${where} ${messageOf(error)}.`, { cause: error });
  }
}

function checkTogether(settings: Settings): void {
  const { httpPort, mqttPort, tlsCertificate, tlsKey, tlsAuthority } = settings;
  if (httpPort === mqttPort && httpPort !== 0) {
    throw new OperatorError(`http_port and mqtt_port are both ${httpPort}: give each a port of its own.`);
  }
  if ((tlsCertificate === null) !== (tlsKey === null)) {
    const [given, missing] =
      tlsKey === null ? ['tls_certificate', 'tls_key'] : ['tls_key', 'tls_certificate'];
    throw new OperatorError(
      `${given} is set but ${missing} is not: a certificate needs its key, so set both or neither.`,
    );
  }
  if (tlsAuthority !== null && tlsCertificate === null) {
    throw new OperatorError('tls_authority is set but tls_certificate is not: set both or neither.');
  }
}

/** A variable that is nearly a setting's is surely meant to be it: silence would hide the mistake. */
function refuseMisspelt(env: ConfigInput['env']): void {
  const known = SETTING_NAMES.map(variableOf).concat(CONFIG_VARIABLE);
  for (const variable of Object.keys(env)) {
    if (!variable.startsWith('SCHOOLGATE_') || known.includes(variable) || OTHER_VARIABLES.test(variable))
      continue;
    const near = known.find((name) => distance(name, variable) <= 2);
    if (near !== undefined)
      throw new OperatorError(`The variable ${variable} is not a setting. Did you mean ${near}?`);
  }
}
