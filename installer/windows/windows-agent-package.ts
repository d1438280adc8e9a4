import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SHIPPED_NAMES_FILE } from '../../contracts/categories/shipped-names.ts';
import { agentPackageFolders } from '../../tools/agent-dependencies.ts';
import { ROOT } from '../../tools/repository.ts';
import { buildAgentExecutable } from '../executable/agent-executable.ts';
import { fetchNode } from '../executable/fetch-node.ts';
import type { WindowsTarget } from '../executable/node-packages.ts';
import { digestOf, keepFresh } from '../freshness.ts';
import { heading, noticesOf } from '../notices.ts';
import { projectVersion, sourceEpoch } from '../project.ts';
import type { PackageEntry } from '../system-package.ts';
import { buildHost } from './host-program.ts';
import { type SigningKey, signFile, signingKeyOf } from './sign.ts';
import { buildStepsLibrary } from './steps-library.ts';
import { ARCHITECTURES, MENU_FOLDER, PROGRAM_FOLDER, type WindowsPackage } from './windows-package.ts';

const here = (file: string): string => join(import.meta.dirname, file);

/** The programs of the agent, ready to be packed. */
interface WindowsPrograms {
  readonly agent: string;
  readonly host: string;
  readonly steps: string;
}

/**
 * The agent for laptops with Windows.
 * @param work a folder for what is made on the way; it is kept
 * @param tell gets a line when nothing is signed
 * @throws Error also when there is no compiler for the target's host
 */
export async function windowsAgentPackage(
  target: WindowsTarget,
  work: string,
  tell: (line: string) => void,
): Promise<WindowsPackage> {
  const signing = await signingKeyOf(process.env);
  if (signing === null) tell(`unsigned: ${target} (SCHOOLGATE_SIGN_PKCS12 names the key)`);
  const folder = join(work, target);
  // The quickest to fail is first.
  await mkdir(folder, { recursive: true });
  const host = await buildHost({
    arch: ARCHITECTURES[target],
    recording: false,
    version: projectVersion(),
    out: folder,
  });
  const agent = join(folder, 'schoolgate-agent.exe');
  await buildAgentExecutable(target, agent);
  const steps = join(folder, 'schoolgate_steps.dll');
  await buildStepsLibrary(steps);
  const { licence } = await fetchNode(target);
  const components = await agentPackageFolders();
  const notices = `${noticesOf(components)}\n\n${heading('Node.js')}${await readFile(licence, 'utf8')}`;
  const programs = await signed({ agent, host, steps }, signing);
  return describeWindowsAgent(target, programs, { notices, components, signing });
}

/** What it is, of programs that are there. */
export async function describeWindowsAgent(
  target: WindowsTarget,
  { agent, host, steps }: WindowsPrograms,
  {
    notices,
    components,
    signing,
  }: {
    readonly notices: string;
    readonly components: readonly string[];
    readonly signing: SigningKey | null;
  },
): Promise<WindowsPackage> {
  const program = (name: string, contents: { readonly file: string } | { readonly text: string }) =>
    ({ path: `${PROGRAM_FOLDER}/${name}`, mode: 0o644, ...contents }) satisfies PackageEntry;
  return {
    name: 'schoolgate-agent',
    version: projectVersion(),
    target,
    summary: 'Schoolgate on a laptop: web filter and device management for schools',
    description: [],
    entries: [
      program('schoolgate-agent.exe', { file: agent }),
      program('schoolgate-host.exe', { file: host }),
      program('shipped-names.bin', { file: join(ROOT, SHIPPED_NAMES_FILE) }),
      program('shipped-names.txt', { file: join(ROOT, 'docs/shipped-names.md') }),
      program('license.txt', { file: join(ROOT, 'LICENSE') }),
      program('third-party-notices.txt', { text: notices }),
      program('schoolgate-enroll.ini.example', { file: here('schoolgate-enroll.ini.example') }),
      { path: `${MENU_FOLDER}/School filter.url`, mode: 0o644, file: here('school-filter.url') },
    ],
    components,
    steps: {
      file: steps,
      sha256: createHash('sha256')
        .update(await readFile(steps))
        .digest('hex'),
    },
    scripts: { exe: await readFile(here('setup.nsi'), 'utf8') },
    signing,
  };
}

/** Copies that are signed, or the same where there is no key. */
async function signed(programs: WindowsPrograms, key: SigningKey | null): Promise<WindowsPrograms> {
  if (key === null) return programs;
  const epoch = await sourceEpoch();
  const sign = async (file: string): Promise<string> => {
    const out = join(dirname(file), 'signed', file.slice(dirname(file).length + 1));
    await mkdir(dirname(out), { recursive: true });
    const inputs = digestOf([await readFile(file), key.sha256, key.timestampUrl ?? '', String(epoch)]);
    await keepFresh(out, inputs, async () => {
      await copyFile(file, out);
      await signFile(out, key, epoch);
    });
    return out;
  };
  return {
    agent: await sign(programs.agent),
    host: await sign(programs.host),
    steps: await sign(programs.steps),
  };
}
