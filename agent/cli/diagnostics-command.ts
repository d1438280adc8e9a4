import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { systemClock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import { silentLog } from '../../kit/log.ts';
import { packTar } from '../../kit/tar.ts';
import { collectDiagnostics, type Diagnosis } from '../diagnostics/collect.ts';
import { createCommandRunner } from '../os/command-runner.ts';
import { AgentError } from '../ports/agent-error.ts';
import { AGENT_VERSION } from '../report/version.ts';
import { stateFolderAt } from '../state/state-folder.ts';
import { NO_PAGE, systemOs } from './system-os.ts';

interface Options {
  readonly stateDir: string;
  readonly out?: string;
  readonly json?: true;
}

/** Writes one archive for a helpdesk. As root it holds all, as somebody else what he may read; the manifest says what is missing. Changes nothing. */
export async function diagnosticsCommand({ stateDir, out, json }: Options): Promise<void> {
  const folder = stateFolderAt(stateDir);
  const madeAt = new Date(systemClock.now()).toISOString();
  const diagnosis = await collectDiagnostics({
    folder,
    run: createCommandRunner({ env: process.env }),
    facts: systemOs({ log: silentLog, stateFolder: folder.path, pageUrl: NO_PAGE }).facts,
    platform: process.platform,
  });
  const file = resolve(out ?? `schoolgate-diagnostics-${madeAt.slice(0, 19).replaceAll(':', '')}.tar.gz`);
  await writeNew(file, await pack(diagnosis, madeAt));
  const { files, leftOut } = diagnosis;
  console.log(
    json
      ? JSON.stringify({ file, files: files.map(({ name }) => name), leftOut })
      : [
          `${file} holds ${files.length} parts for your helpdesk, and no key, code, password or visited address.`,
          ...leftOut.map(({ name, why }) => `Left out: ${name}: ${why}.`),
        ].join('\n'),
  );
}

async function pack({ files, leftOut }: Diagnosis, madeAt: string): Promise<Buffer> {
  const manifest = {
    format: 1,
    madeAt,
    agentVersion: AGENT_VERSION,
    files: files.map(({ name, about, text }) => ({ name, about, bytes: Buffer.byteLength(text) })),
    leftOut,
    never:
      'keys, tokens, passwords, PINs, removal codes and hashes of them; names of people; what anybody opened or searched',
  };
  const texts = [{ name: 'manifest.json', text: `${JSON.stringify(manifest, null, 2)}\n` }, ...files];
  const entries = texts.map(({ name, text }) => {
    const bytes = Buffer.from(text);
    return { name, size: bytes.length, content: only(bytes) };
  });
  const chunks: Buffer[] = [];
  for await (const chunk of packTar(entries)) chunks.push(chunk);
  return await promisify(gzip)(Buffer.concat(chunks));
}

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** @throws AgentError also when the file is there: no link that somebody laid is followed, and nothing is overwritten */
async function writeNew(file: string, bytes: Buffer): Promise<void> {
  try {
    await writeFile(file, bytes, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new AgentError(`cannot write ${file} (${messageOf(error)}): name another with --out`, {
      cause: error,
    });
  }
}
