// The layers of docs/architecture.md. Each folder may import what MAY_IMPORT names and itself; nothing else of ours.
// contracts stand below all of them and have a rule of their own.

const MAY_IMPORT = {
  kit: ['contracts'],
  words: ['contracts'],
  store: ['kit', 'contracts'],
  gateway: ['store', 'kit', 'contracts'],
  api: ['store', 'kit', 'contracts'],
  agent: ['words', 'kit', 'contracts'],
  server: ['store', 'gateway', 'api', 'words', 'kit', 'contracts'],
  sdk: [],
  dashboard: ['sdk/node', 'words', 'contracts/policy'],
};

const PRODUCTION = ['contracts', ...Object.keys(MAY_IMPORT)];
const OURS = [...PRODUCTION, 'installer', 'bench', 'test', 'tools'];

/** @returns {import('dependency-cruiser').IForbiddenRuleType} */
const layer = ([folder, allowed]) => ({
  name: `layer-${folder}`,
  comment: `${folder} may import ${[...allowed, 'itself'].join(', ')} and no other folder of ours.`,
  severity: 'error',
  from: { path: `^${folder}/` },
  to: {
    path: OURS.map((name) => `^${name}/`),
    pathNot: [folder, ...allowed].map((name) => `^${name}/`),
  },
});

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const RULES = [
  {
    name: 'contracts-are-pure',
    comment: 'contracts load in a browser: typebox and themselves, no Node built-in, no other package.',
    severity: 'error',
    from: { path: '^contracts/' },
    to: { pathNot: ['^contracts/', '^node_modules/typebox/'] },
  },
  {
    name: 'agent-core-is-pure',
    comment:
      'agent/core decides; it sees contracts, kit and agent/ports, and reaches the world through them.',
    severity: 'error',
    from: { path: '^agent/core/' },
    to: { pathNot: ['^agent/core/', '^agent/ports/', '^contracts/', '^kit/'] },
  },
  {
    name: 'api-kernel-knows-no-resource',
    comment:
      'api/http and api/openapi carry every resource, and api/input is what several of them need: none of the three imports a resource.',
    severity: 'error',
    from: { path: '^api/(http|openapi|input)/' },
    to: { path: '^api/', pathNot: '^api/(http|openapi|input)/' },
  },
  {
    name: 'store-is-met-by-its-ports',
    comment:
      'Only the composition chooses an adapter (store/ports/adapter.ts is its interface); tests and benchmarks may look into one.',
    severity: 'error',
    from: {
      path: PRODUCTION.map((name) => `^${name}/`),
      pathNot: ['^store/', '^server/data-folder/store-adapter[.]ts$'],
    },
    to: { path: '^store/sqlite/' },
  },
  {
    name: 'ports-know-no-adapter',
    comment: 'What a store is, and the rules that hold in every one, do not depend on one of them.',
    severity: 'error',
    from: { path: '^store/', pathNot: '^store/sqlite/' },
    to: { path: '^store/sqlite/' },
  },
  {
    name: 'database-library-of-the-adapter',
    comment:
      'SQL stands in an adapter, whatever it is for. The lock of the data folder is SQLite’s lock on an empty file.',
    severity: 'error',
    from: {
      path: PRODUCTION.map((name) => `^${name}/`),
      pathNot: ['^store/sqlite/', '^server/data-folder/server-lock[.]ts$'],
    },
    to: { path: '^node_modules/better-sqlite3/' },
  },
  {
    name: 'installer-packs-what-is-built',
    comment:
      'installer imports the tools that build, and of the product one constant: where a file is. It packs what dist/ has.',
    severity: 'error',
    from: { path: '^installer/' },
    to: {
      path: OURS.map((name) => `^${name}/`),
      pathNot: ['^installer/', '^tools/', '^contracts/categories/shipped-names[.]ts$'],
    },
  },
  {
    name: 'no-cycles',
    comment: 'Two files that need one another are one file, or lack a third.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-development-packages-in-production',
    comment:
      'What ships imports what is listed under "dependencies". The dashboard ships as files that hold what it imports.',
    severity: 'error',
    from: { path: PRODUCTION.filter((name) => name !== 'dashboard').map((name) => `^${name}/`) },
    to: { dependencyTypes: ['npm-dev', 'npm-optional', 'npm-peer'], dependencyTypesNot: ['npm'] },
  },
  {
    name: 'no-unlisted-packages',
    comment: 'A package that is imported is listed in package.json, not found by luck.',
    severity: 'error',
    from: { path: OURS.map((name) => `^${name}/`) },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
  {
    name: 'no-unresolvable',
    comment: 'The import leads nowhere.',
    severity: 'error',
    from: {},
    to: { pathNot: '^virtual:', couldNotResolve: true },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
const configuration = {
  forbidden: [...Object.entries(MAY_IMPORT).map(layer), ...RULES],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The lock window imports the desktop's own modules (gi://…).
    exclude: {
      path: [
        '^dist/',
        '^installer/agent/lock-window[.]js$',
        '(^|/)[.]tap/',
        '^sdk/(python|go)/',
        '^sdk/node/(examples|test)/[^/]+[.]mjs$',
      ],
    },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};

module.exports = configuration;
