import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LinuxTarget } from '../executable/node-packages.ts';
import { projectVersion } from '../project.ts';
import type { SystemPackage } from '../system-package.ts';
import { installedConfiguration } from './configuration.ts';
import { serverProgram } from './program-files.ts';

const here = (file: string): string => join(import.meta.dirname, file);
const read = (file: string): string => readFileSync(here(file), 'utf8');

/**
 * The school server for machines with Linux.
 * @param work a folder for what is made on the way; it is kept
 */
export async function serverPackage(target: LinuxTarget, work: string): Promise<SystemPackage> {
  const { entries, components } = await serverProgram(target, work, 'sudo schoolgate');
  return {
    name: 'schoolgate',
    version: projectVersion(),
    target,
    summary: 'Schoolgate school server: web filtering and device management for schools',
    description: [
      'The server of a school: dashboard, REST API, and the gateway that laptops\nconnect to. One process and one folder, /var/lib/schoolgate.',
      'It starts on 127.0.0.1; /etc/schoolgate/schoolgate.toml says otherwise.',
    ],
    section: { deb: 'net', rpm: 'System Environment/Daemons' },
    depends: {
      deb: ['libc6 (>= 2.28)', 'libstdc++6', 'passwd', 'util-linux'],
      rpm: ['glibc >= 2.28', 'libstdc++', '/bin/sh', 'coreutils', 'shadow-utils', 'util-linux'],
    },
    recommends: { deb: [], rpm: [] },
    entries: [
      ...entries,
      { path: '/usr/bin/schoolgate', mode: 0o755, file: here('schoolgate.sh') },
      { path: '/etc/schoolgate', mode: 0o750, folder: true },
      { path: '/etc/schoolgate/schoolgate.toml', mode: 0o640, text: installedConfiguration(), config: true },
      {
        path: '/usr/lib/systemd/system/schoolgate.service',
        mode: 0o644,
        file: here('units/schoolgate.service'),
      },
      { path: '/usr/lib/sysusers.d/schoolgate.conf', mode: 0o644, file: here('schoolgate.sysusers') },
    ],
    components,
    scripts: {
      deb: { postinst: script('deb/postinst'), prerm: script('deb/prerm'), postrm: script('deb/postrm') },
      rpm: { post: script('rpm/post'), preun: script('rpm/preun'), postun: script('rpm/postun') },
    },
  };
}

/** A script of the package, with the steps that all of them share before it. */
function script(file: string): string {
  return `#!/bin/sh\nset -e\n\n${read('steps.sh')}\n${read(file)}`;
}
