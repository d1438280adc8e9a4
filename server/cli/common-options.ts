import type { Command } from 'commander';
import { type LoadedConfig, loadConfig } from '../config/load-config.ts';
import { FLAGS, type FlagName } from '../config/settings.ts';

/** Settings as they are typed on the command line. */
export type FlagOptions = { readonly [Name in FlagName]?: string };

/** The options of every command: the data folder, the configuration file, and the form of the output. */
export interface CommonOptions extends Pick<FlagOptions, 'dataDir'> {
  readonly config?: string;
  readonly json?: true;
}

/** Adds them to a command. */
export function withCommonOptions(command: Command): Command {
  return command
    .option(
      '--data-dir <folder>',
      'where the database, keys and certificates are (default ./schoolgate-data)',
    )
    .option('--config <file>', 'configuration file (TOML)')
    .option('--json', 'print one line of JSON for programs');
}

/** The configuration that a command's options, this process's environment and the configuration file make. @throws OperatorError */
export function configOf(options: CommonOptions & FlagOptions): LoadedConfig {
  const flags: Partial<Record<FlagName, string>> = {};
  for (const name of Object.keys(FLAGS) as FlagName[]) {
    const value = options[name];
    if (value !== undefined) flags[name] = value;
  }
  return loadConfig({ flags, configFile: options.config, env: process.env, cwd: process.cwd() });
}
