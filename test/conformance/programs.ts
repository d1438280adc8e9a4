import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runNode, startNode, startProgram, type TestProcess } from '../support/child-process.ts';

/** Programs that nobody here wrote, installed apart from the product: see package.json and requirements.txt beside this file. */
const FOLDER = join(ROOT, 'test/conformance');
export const DOCUMENT = join(ROOT, 'openapi/openapi.json');
export const SPECTRAL_RULES = join(FOLDER, 'spectral.yaml');
export const REDOCLY_RULES = join(FOLDER, 'redocly.yaml');
export const FLOWS = join(FOLDER, 'arazzo.yaml');

const NODE_PROGRAMS = {
  spectral: '@stoplight/spectral-cli/dist/index.js',
  redocly: '@redocly/cli/bin/cli.js',
  prism: '@stoplight/prism-cli/dist/index.js',
} as const;

/** No program may ask its maker anything. */
const QUIET = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  SCARF_ANALYTICS: 'false',
  CI: 'true',
};

function fileOf(program: keyof typeof NODE_PROGRAMS): string {
  const file = join(FOLDER, 'node_modules', NODE_PROGRAMS[program]);
  if (!existsSync(file)) throw new Error(`${program} is not installed: npm ci --prefix test/conformance`);
  return file;
}

/** Runs one of the Node programs to its end. */
export function runProgram(program: keyof typeof NODE_PROGRAMS, args: readonly string[]) {
  return runNode([fileOf(program), ...args], QUIET);
}

/** Starts Prism between a client and a server: it answers with an error where either breaks the document. */
export async function startPrism(server: string, port: number): Promise<TestProcess> {
  const prism = startNode(
    [fileOf('prism'), 'proxy', DOCUMENT, server, '--errors', '--port', String(port), '--host', '127.0.0.1'],
    QUIET,
  );
  await prism.line(/Prism is listening/);
  return prism;
}

/** Starts Schemathesis, from its virtual environment. */
export function startSchemathesis(args: readonly string[], folder: string): TestProcess {
  return startProgram(
    join(FOLDER, '.venv/bin/schemathesis'),
    ['--config-file', join(FOLDER, 'schemathesis.toml'), ...args],
    { HOME: folder, PYTHONDONTWRITEBYTECODE: '1', SCHEMATHESIS_HOOKS: join(FOLDER, 'hooks.py') },
  );
}
