import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../run-program.ts';
import { digestOfPackage, layOut, type Packer, type PackOptions } from '../system-package.ts';
import { inWorkFolder } from '../work-folder.ts';
import { installerSource, SQL } from './msi-source.ts';
import { signFile } from './sign.ts';
import { setSummary } from './summary-information.ts';
import { ARCHITECTURES, COMPILER, guidOf, type WindowsPackage } from './windows-package.ts';

/** An .msi, for Group Policy, Intune and whatever else hands out packages of Windows Installer. It calls itself one for x64, whatever is inside: wixl knows no ARM64. */
export const msiPacker: Packer<WindowsPackage> = {
  needs: [{ program: 'wixl', from: 'wixl' }, { program: 'msiinfo', from: 'msitools' }, COMPILER],
  fileName: ({ name, version, target }) => `${name}_${version}_${ARCHITECTURES[target]}.msi`,
  pack: (contents, out, options) => inWorkFolder((work) => pack(contents, work, out, options)),
};

async function pack(
  contents: WindowsPackage,
  work: string,
  out: string,
  options: PackOptions,
): Promise<void> {
  const places = { tree: 'tree', steps: 'schoolgate_steps.dll' };
  await mkdir(join(work, places.tree));
  await layOut(contents.entries, join(work, places.tree), options.epoch);
  await copyFile(contents.steps.file, join(work, places.steps));
  await writeFile(join(work, 'agent.wxs'), installerSource(contents, places));
  const made = join(work, 'agent.msi');
  // A cabinet has times of day without a zone.
  await runProgram('wixl', ['-a', 'x64', '-o', made, 'agent.wxs'], {
    cwd: work,
    env: { ...process.env, TZ: 'UTC' },
  });
  await runProgram('msibuild', [made, '-q', ...SQL]);
  const msi = await readFile(made);
  // Of what it is, and not of where it was built.
  const anywhere = { ...contents, steps: { ...contents.steps, file: '' }, signing: null };
  const digest = await digestOfPackage(anywhere, options, '');
  setSummary(msi, { guid: guidOf(`package ${digest}`), epoch: options.epoch });
  await writeFile(made, msi);
  if (contents.signing !== null) await signFile(made, contents.signing, options.epoch);
  await rename(made, out);
}
