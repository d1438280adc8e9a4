import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../tools/repository.ts';

/** The one setting that an installed server has other than its default. A folder inside the state folder, so that a restore can put it aside. */
const DATA_DIR = 'data_dir = "/var/lib/schoolgate/data"';

const INTRODUCTION = `# Schoolgate's server. Every setting stands here with the value that it has when nobody sets it: take the "#" before one away to set it, then
# "systemctl restart schoolgate". "schoolgate doctor" says whether all is well.
#
# For laptops to reach the server set host and public_hosts first: what the server is called goes into its certificate authority, and the
# authority does not change once a device is enrolled.
`;

/** The configuration file of an installed server: that of the defaults, with every setting commented out but the data folder. */
export function installedConfiguration(): string {
  const defaults = readFileSync(join(ROOT, 'server/config/default.toml'), 'utf8');
  // Its introduction is for who copies it.
  const settings = defaults.slice(defaults.indexOf('\n# Where everything lives'));
  return (
    INTRODUCTION + settings.replace(/^data_dir = .*$/m, DATA_DIR).replace(/^(?!data_dir\b)\w+ = /gm, '#$&')
  );
}
