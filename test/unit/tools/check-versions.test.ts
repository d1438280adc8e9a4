import t from 'tap';
import { findAddresses, findLooseVersions } from '../../../tools/check-versions.ts';

t.test('ranges and tags are found, exact versions are not', (t) => {
  const manifest = {
    dependencies: { a: '1.2.3', b: '^1.2.3' },
    devDependencies: { c: 'latest', d: '1.0.0-rc.1' },
  };
  t.same(findLooseVersions(manifest), [
    'package.json: b has the version "^1.2.3", which is not exact',
    'package.json: c has the version "latest", which is not exact',
  ]);
  t.end();
});

t.test('an address in the lock file is found, a link to a folder of ours is not', (t) => {
  const packages = {
    'node_modules/a': {},
    'node_modules/b': { resolved: 'https://mirror.example/b.tgz' },
    'node_modules/c': { resolved: 'agent', link: true },
  };
  t.same(findAddresses({ packages }), [
    'package-lock.json: node_modules/b is tied to https://mirror.example/b.tgz',
  ]);
  t.end();
});
