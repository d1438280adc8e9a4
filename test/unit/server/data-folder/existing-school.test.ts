import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { loadConfig } from '../../../../server/config/load-config.ts';
import { existingDataDir } from '../../../../server/data-folder/existing-school.ts';
import { temporaryFolder } from '../../../support/test-store.ts';

t.test(
  'where nobody chose a folder the demonstration is found; a chosen one without a school is refused',
  async (t) => {
    const folder = await temporaryFolder(t);
    const cwd = process.cwd();
    process.chdir(folder);
    t.teardown(() => process.chdir(cwd));
    const load = (flags: { readonly dataDir?: string }) =>
      loadConfig({ flags, configFile: undefined, env: {}, cwd: folder });
    t.throws(() => existingDataDir(load({})), {
      message: /There is no Schoolgate database in .*schoolgate-data\./,
    });
    const demo = join(folder, 'schoolgate-demo-data');
    mkdirSync(demo);
    writeFileSync(join(demo, 'schoolgate.db'), '');
    t.equal(existingDataDir(load({})), join(process.cwd(), 'schoolgate-demo-data'));
    t.throws(() => existingDataDir(load({ dataDir: 'mistyped' })), {
      message:
        /There is no Schoolgate database in .*mistyped\. The demonstration's is in .*schoolgate-demo-data\./,
    });
    mkdirSync(join(folder, 'own'));
    writeFileSync(join(folder, 'own', 'schoolgate.db'), '');
    t.equal(existingDataDir(load({ dataDir: 'own' })), join(folder, 'own'));
  },
);
