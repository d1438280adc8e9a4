import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LinuxTarget } from './executable/node-packages.ts';
import { MAINTAINER } from './project.ts';
import { runProgram } from './run-program.ts';
import {
  layOut,
  type PackageEntry,
  type Packer,
  type PackOptions,
  type SystemPackage,
} from './system-package.ts';
import { inWorkFolder } from './work-folder.ts';

/** What RPM calls the processors. */
const ARCHITECTURES: Readonly<Record<LinuxTarget, string>> = {
  'linux-x64': 'x86_64',
  'linux-arm64': 'aarch64',
};

/** Packages of Fedora, RHEL, SUSE and what descends from them. */
export const rpmPacker: Packer<SystemPackage> = {
  needs: [{ program: 'rpmbuild', from: 'rpm' }],
  fileName: ({ name, version, target }) => `${name}-${version}-1.${ARCHITECTURES[target]}.rpm`,
  pack: (contents, out, options) => inWorkFolder((work) => pack(contents, work, out, options)),
};

async function pack(
  contents: SystemPackage,
  work: string,
  out: string,
  { epoch, fast }: PackOptions,
): Promise<void> {
  const tree = join(work, 'tree');
  await mkdir(tree);
  await layOut(contents.entries, tree, epoch);
  const spec = join(work, `${contents.name}.spec`);
  await writeFile(spec, specFile(contents));
  const defines = {
    _topdir: work,
    _rpmdir: join(work, 'made'),
    _tree: tree,
    _buildhost: 'localhost',
    use_source_date_epoch_as_buildtime: '1',
    clamp_mtime_to_source_date_epoch: '1',
    source_date_epoch_from_changelog: '0',
    // Its steps after the install would strip the program, which breaks what is injected into it.
    __os_install_post: '%{nil}',
    _build_id_links: 'none',
    _binary_payload: fast ? 'w1.xzdio' : 'w6.xzdio',
  };
  const options = Object.entries(defines).flatMap(([name, value]) => ['--define', `${name} ${value}`]);
  const target = `${ARCHITECTURES[contents.target]}-linux`;
  // In place of the machine's own macros of a user.
  await runProgram('rpmbuild', ['-bb', '--target', target, ...options, spec], {
    env: { ...process.env, HOME: work, SOURCE_DATE_EPOCH: String(epoch) },
  });
  const [folder = ''] = await readdir(join(work, 'made'));
  await rename(join(work, 'made', folder, rpmPacker.fileName(contents)), `${out}`);
}

function specFile(contents: SystemPackage): string {
  const { name, version, summary, description, section, depends, recommends, entries, scripts } = contents;
  return [
    `Name: ${name}`,
    `Version: ${version}`,
    'Release: 1',
    `Summary: ${summary}`,
    'License: Apache-2.0',
    `Group: ${section.rpm}`,
    'Vendor: Schoolgate',
    `Packager: ${MAINTAINER}`,
    // What it links is named by hand: nothing here was made by a compiler of ours.
    'AutoReqProv: no',
    ...depends.rpm.map((one) => `Requires: ${one}`),
    ...recommends.rpm.map((one) => `Recommends: ${one}`),
    '',
    '%description',
    description.join('\n\n'),
    '',
    '%install',
    'cp -a %{_tree}/. %{buildroot}',
    '',
    ...Object.entries(scripts.rpm).flatMap(([script, text]) => [`%${script}`, withoutMacros(text), '']),
    '%files',
    '%defattr(-,root,root,-)',
    ...entries.map(fileLine),
    '',
  ].join('\n');
}

/** RPM takes a percent sign in a script for one of its macros. */
function withoutMacros(script: string): string {
  return script.replaceAll('%', '%%');
}

function fileLine(entry: PackageEntry): string {
  if ('link' in entry) return entry.path;
  const mode = `%attr(${entry.mode.toString(8).padStart(4, '0')},root,root)`;
  if ('folder' in entry) return `%dir ${mode} ${entry.path}`;
  return `${entry.config === true ? '%config(noreplace) ' : ''}${mode} ${entry.path}`;
}
