import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import t from 'tap';
import { hasFields } from '../support/has-fields.ts';
import { testFolder } from '../support/test-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const { forbidden } = createRequire(import.meta.url)(join(ROOT, '.dependency-cruiser.cjs')) as {
  forbidden: IForbiddenRuleType[];
};

/** One import a line, and the rule that must refuse it; null where it is allowed. */
const IMPORTS: readonly (readonly [from: string, to: string, rule: string | null])[] = [
  ['contracts/a.ts', 'typebox', null],
  ['contracts/b.ts', 'node:fs', 'contracts-are-pure'],
  ['contracts/c.ts', 'listed', 'contracts-are-pure'],
  ['contracts/d.ts', 'kit/target.ts', 'contracts-are-pure'],
  ['kit/a.ts', 'contracts/target.ts', null],
  ['words/a.ts', 'contracts/target.ts', null],
  ['words/b.ts', 'kit/target.ts', 'layer-words'],
  ['agent/f.ts', 'words/target.ts', null],
  ['api/d.ts', 'words/target.ts', 'layer-api'],
  ['kit/b.ts', 'store/target.ts', 'layer-kit'],
  ['kit/c.ts', 'node:fs', null],
  ['store/a.ts', 'kit/target.ts', null],
  ['store/b.ts', 'gateway/target.ts', 'layer-store'],
  ['store/sqlite/a.ts', 'better-sqlite3', null],
  ['store/ports/a.ts', 'store/sqlite/target.ts', 'ports-know-no-adapter'],
  ['store/ports/b.ts', 'better-sqlite3', 'database-library-of-the-adapter'],
  ['gateway/a.ts', 'store/target.ts', null],
  ['gateway/d.ts', 'store/sqlite/target.ts', 'store-is-met-by-its-ports'],
  ['gateway/b.ts', 'api/target.ts', 'layer-gateway'],
  ['gateway/c.ts', 'agent/target.ts', 'layer-gateway'],
  ['api/a.ts', 'store/target.ts', null],
  ['api/b.ts', 'gateway/target.ts', 'layer-api'],
  ['api/c.ts', 'server/target.ts', 'layer-api'],
  ['api/devices/a.ts', 'api/http/target.ts', null],
  ['api/input/a.ts', 'api/http/target.ts', null],
  ['api/input/b.ts', 'api/devices/target.ts', 'api-kernel-knows-no-resource'],
  ['api/http/lists/a.ts', 'api/devices/target.ts', 'api-kernel-knows-no-resource'],
  ['api/openapi/a.ts', 'api/target.ts', 'api-kernel-knows-no-resource'],
  ['api/policies/d.ts', 'store/sqlite/target.ts', 'store-is-met-by-its-ports'],
  ['agent/a.ts', 'kit/target.ts', null],
  ['agent/b.ts', 'store/target.ts', 'layer-agent'],
  ['agent/core/a.ts', 'agent/ports/target.ts', null],
  ['agent/core/b.ts', 'contracts/target.ts', null],
  ['agent/core/c.ts', 'agent/target.ts', 'agent-core-is-pure'],
  ['agent/core/d.ts', 'node:fs', 'agent-core-is-pure'],
  ['agent/core/e.ts', 'listed', 'agent-core-is-pure'],
  ['server/a.ts', 'api/target.ts', null],
  ['server/data-folder/store-adapter.ts', 'store/sqlite/target.ts', null],
  ['server/backup/a.ts', 'store/sqlite/target.ts', 'store-is-met-by-its-ports'],
  ['server/backup/b.ts', 'better-sqlite3', 'database-library-of-the-adapter'],
  ['server/data-folder/server-lock.ts', 'better-sqlite3', null],
  ['server/b.ts', 'agent/target.ts', 'layer-server'],
  ['server/c.ts', 'test/target.ts', 'layer-server'],
  ['server/d.ts', 'bench/target.ts', 'layer-server'],
  ['server/e.ts', 'tools/target.ts', 'layer-server'],
  ['server/f.ts', 'development-only', 'no-development-packages-in-production'],
  ['server/g.ts', 'unlisted', 'no-unlisted-packages'],
  ['server/h.ts', './nowhere.ts', 'no-unresolvable'],
  ['dashboard/a.ts', 'sdk/node/target.ts', null],
  ['dashboard/b.ts', 'contracts/policy/target.ts', null],
  ['dashboard/c.ts', 'contracts/target.ts', 'layer-dashboard'],
  ['sdk/node/a.ts', 'contracts/target.ts', 'layer-sdk'],
  ['test/a.ts', 'server/target.ts', null],
  ['test/b.ts', 'store/sqlite/target.ts', null],
  ['bench/a.ts', 'agent/target.ts', null],
  ['bench/b.ts', 'store/sqlite/target.ts', null],
];

const PACKAGES = ['typebox', 'listed', 'better-sqlite3', 'development-only', 'unlisted'];

t.test('the layer rules allow and refuse what docs/architecture.md says', async (t) => {
  const broken = await brokenRules(testFolder(t, fixture()));
  for (const [from, to, rule] of IMPORTS) {
    const found = broken.filter((each) => each.from === from).map((each) => each.rule);
    t.same(found, rule === null ? [] : [rule], `${from} → ${to}: ${rule ?? 'allowed'}`);
  }
});

t.test('two files that import one another are refused, even when only types pass', async (t) => {
  const broken = await brokenRules(
    testFolder(t, {
      'package.json': '{}',
      kit: {
        'a.ts': `import { b } from './b.ts'; export const a = b; export type A = 1;`,
        'b.ts': `import type { A } from './a.ts'; export const b: A = 1;`,
      },
    }),
  );
  hasFields(t, broken, [{ rule: 'no-cycles' }]);
});

async function brokenRules(directory: string): Promise<{ from: string; rule: string }[]> {
  const { output } = await cruise(['.'], {
    baseDir: directory,
    ruleSet: { forbidden },
    validate: true,
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
  });
  return (output as ICruiseResult).summary.violations.map(({ from, rule }) => ({ from, rule: rule.name }));
}

/** A repository with these imports, one a file, and a `target.ts` wherever one is imported. */
function fixture(): Parameters<typeof t.testdir>[0] {
  const files: Record<string, string> = {
    'package.json': JSON.stringify({
      dependencies: { typebox: '1.0.0', listed: '1.0.0', 'better-sqlite3': '1.0.0' },
      devDependencies: { 'development-only': '1.0.0' },
    }),
  };
  for (const name of PACKAGES) {
    files[`node_modules/${name}/package.json`] = JSON.stringify({ name, main: 'index.js' });
    files[`node_modules/${name}/index.js`] = '';
  }
  for (const [from, to] of IMPORTS) {
    const isOurs = to.endsWith('/target.ts');
    if (isOurs) files[to] = 'export const target = 1;';
    const path = isOurs ? `${'../'.repeat(from.split('/').length - 1)}${to}` : to;
    files[from] = `import '${path}';`;
  }
  return nest(files);
}

type Folder = { [name: string]: string | Folder };

function nest(files: Readonly<Record<string, string>>): Folder {
  const root: Folder = {};
  for (const [path, content] of Object.entries(files)) {
    const names = path.split('/');
    const last = names.pop() ?? path;
    let folder = root;
    for (const name of names) {
      folder[name] ??= {};
      folder = folder[name] as Folder;
    }
    folder[last] = content;
  }
  return root;
}
