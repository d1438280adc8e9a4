import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildAgentExecutable } from '../../installer/executable/agent-executable.ts';
import type { Packer } from '../../installer/system-package.ts';
import { buildHost } from '../../installer/windows/host-program.ts';
import { msiPacker } from '../../installer/windows/msi.ts';
import { exePacker } from '../../installer/windows/nsis.ts';
import { buildStepsLibrary } from '../../installer/windows/steps-library.ts';
import { describeWindowsAgent } from '../../installer/windows/windows-agent-package.ts';
import type { WindowsPackage } from '../../installer/windows/windows-package.ts';
import { VERSION } from './built-packages.ts';

/** Later than any that we have. */
export const LATER = '99.0.0';

/** Installers of the agent in this tree, with a host that writes its filters down: Wine has no filtering engine. */
export interface WindowsSetups {
  readonly exe: string;
  readonly msi: string;
  /** The same under the version {@link LATER}. */
  readonly laterExe: string;
}

export async function buildWindowsSetups(folder: string): Promise<WindowsSetups> {
  const work = join(folder, 'programs');
  await mkdir(work, { recursive: true });
  const [agent, steps] = [join(work, 'schoolgate-agent.exe'), join(work, 'schoolgate_steps.dll')];
  const host = await buildHost({ arch: 'x64', recording: true, version: VERSION, out: work });
  await buildAgentExecutable('win-x64', agent);
  await buildStepsLibrary(steps);
  const contents = await describeWindowsAgent(
    'win-x64',
    { agent, host, steps },
    { notices: '', components: [], signing: null },
  );
  const pack = async (packer: Packer<WindowsPackage>, version: string): Promise<string> => {
    const file = join(folder, packer.fileName({ ...contents, version }));
    await packer.pack({ ...contents, version }, file, { epoch: 1_700_000_000, fast: true });
    return file;
  };
  return {
    exe: await pack(exePacker, VERSION),
    msi: await pack(msiPacker, VERSION),
    laterExe: await pack(exePacker, LATER),
  };
}
