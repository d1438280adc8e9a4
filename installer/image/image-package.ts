import { join } from 'node:path';
import type { LinuxTarget } from '../executable/node-packages.ts';
import { projectVersion } from '../project.ts';
import { serverProgram } from '../server/program-files.ts';
import type { SystemPackage } from '../system-package.ts';
import { debianBase } from './debian-base.ts';
import { ACCOUNT_ID, STATE } from './image-config.ts';

/** The image has no shell: the program itself is the command. */
const COMMAND = "#!/usr/lib/schoolgate/node\nrequire('/usr/lib/schoolgate/server/bin/schoolgate.cjs');\n";

/**
 * The school server as an image for containers.
 * @param work a folder for what is made on the way; it is kept
 */
export async function imagePackage(target: LinuxTarget, work: string): Promise<SystemPackage> {
  const { entries, components } = await serverProgram(target, work, 'schoolgate');
  const base = await debianBase(target, join(work, target, 'debian'));
  const account = `schoolgate-server:x:${ACCOUNT_ID}:`;
  return {
    name: 'schoolgate-image',
    version: projectVersion(),
    target,
    summary: 'Schoolgate school server: web filtering and device management for schools',
    description: [],
    section: { deb: '', rpm: '' },
    depends: { deb: [], rpm: [] },
    recommends: { deb: [], rpm: [] },
    entries: [
      ...base.entries,
      ...entries,
      { path: '/usr/bin/schoolgate', mode: 0o755, text: COMMAND },
      {
        path: '/etc/passwd',
        mode: 0o644,
        text: `root:x:0:0:root:/:/sbin/nologin\n${account}${ACCOUNT_ID}::${STATE}:/sbin/nologin\n`,
      },
      { path: '/etc/group', mode: 0o644, text: `root:x:0:\n${account}\n` },
      { path: '/tmp', mode: 0o1777, folder: true },
    ],
    components,
    debian: base.components,
    scripts: { deb: {}, rpm: {} },
  };
}
