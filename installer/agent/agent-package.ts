import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHIPPED_NAMES_FILE } from '../../contracts/categories/shipped-names.ts';
import { agentPackageFolders } from '../../tools/agent-dependencies.ts';
import { ROOT } from '../../tools/repository.ts';
import { buildAgentExecutable } from '../executable/agent-executable.ts';
import { fetchNode } from '../executable/fetch-node.ts';
import type { LinuxTarget } from '../executable/node-packages.ts';
import { heading, noticesOf } from '../notices.ts';
import { projectVersion } from '../project.ts';
import type { PackageEntry, SystemPackage } from '../system-package.ts';

/** Below /usr, which the unit's ProtectSystem= shuts; not /opt, which it leaves open. */
const HOME = '/usr/lib/schoolgate-agent';
const DOC = '/usr/share/doc/schoolgate-agent';
const UNITS = [
  'schoolgate-agent.path',
  'schoolgate-agent.service',
  'schoolgate-agent.socket',
  'schoolgate-boot.service',
  'schoolgate-enroll.path',
  'schoolgate-enroll.service',
  'schoolgate-rescue.service',
];

const here = (file: string): string => join(import.meta.dirname, file);
const read = (file: string): string => readFileSync(here(file), 'utf8');

/**
 * The agent for laptops with Linux.
 * @param work a folder for what is made on the way; it is kept
 */
export async function agentPackage(target: LinuxTarget, work: string): Promise<SystemPackage> {
  const program = join(work, target, 'schoolgate-agent');
  await buildAgentExecutable(target, program);
  const { licence } = await fetchNode(target);
  const components = await agentPackageFolders();
  return {
    name: 'schoolgate-agent',
    version: projectVersion(),
    target,
    summary: 'Schoolgate on a laptop: web filter and device management for schools',
    description: [
      'Filters what the laptop asks for and opens, by policies that the school has\nsigned, at school and at home; reports to the school server, and carries out\nwhat it asks for, such as a lock.',
      'Does nothing before the laptop is enrolled with a server.',
    ],
    section: { deb: 'net', rpm: 'System Environment/Daemons' },
    depends: {
      deb: [
        'libc6 (>= 2.28)',
        'libstdc++6',
        'debconf (>= 0.5) | debconf-2.0',
        'passwd',
        'nftables',
        'iproute2',
        'util-linux',
      ],
      rpm: ['glibc >= 2.28', 'libstdc++', '/bin/sh', 'shadow-utils', 'nftables', 'iproute', 'util-linux'],
    },
    // The lock window over every monitor; without them a browser shows it.
    recommends: {
      deb: ['gjs', 'gir1.2-webkit2-4.1', 'xdg-utils'],
      rpm: ['gjs', 'webkit2gtk4.1', 'xdg-utils'],
    },
    entries: entries(
      program,
      `${noticesOf(components)}\n\n${heading('Node.js')}${readFileSync(licence, 'utf8')}`,
    ),
    components,
    scripts: {
      deb: {
        postinst: script('deb/postinst'),
        prerm: script('deb/prerm'),
        postrm: script('deb/postrm'),
        config: read('deb/config'),
        templates: read('deb/templates'),
      },
      rpm: {
        post: script('rpm/post'),
        preun: script('rpm/preun'),
        postun: script('rpm/postun'),
      },
    },
  };
}

/** A script of the package, with the steps that all of them share before it. */
function script(file: string): string {
  return `#!/bin/sh\nset -e\n\n${read('steps.sh')}\n${read(file)}`;
}

function entries(program: string, notices: string): readonly PackageEntry[] {
  return [
    { path: HOME, mode: 0o755, folder: true },
    { path: DOC, mode: 0o755, folder: true },
    { path: '/etc/schoolgate-agent', mode: 0o700, folder: true },
    { path: `${HOME}/schoolgate-agent`, mode: 0o755, file: program },
    { path: `${HOME}/shipped-names.bin`, mode: 0o644, file: join(ROOT, SHIPPED_NAMES_FILE) },
    { path: `${HOME}/lock-window.js`, mode: 0o644, file: here('lock-window.js') },
    {
      path: '/usr/share/applications/schoolgate-status.desktop',
      mode: 0o644,
      file: here('schoolgate-status.desktop'),
    },
    { path: '/usr/bin/schoolgate-agent', link: '../lib/schoolgate-agent/schoolgate-agent' },
    ...UNITS.map((unit) => ({
      path: `/usr/lib/systemd/system/${unit}`,
      mode: 0o644,
      file: here(`units/${unit}`),
    })),
    {
      path: '/usr/lib/sysusers.d/schoolgate-agent.conf',
      mode: 0o644,
      file: here('schoolgate-agent.sysusers'),
    },
    { path: `${DOC}/enroll.conf.example`, mode: 0o644, file: here('enroll.conf.example') },
    { path: `${DOC}/copyright`, mode: 0o644, file: join(ROOT, 'LICENSE') },
    { path: `${DOC}/third-party-notices.txt`, mode: 0o644, text: notices },
    { path: `${DOC}/shipped-names.md`, mode: 0o644, file: join(ROOT, 'docs/shipped-names.md') },
  ];
}
