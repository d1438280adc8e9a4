// A program of its own: pkg changes the working folder, and finds its cache by HOME.
//   node pkg-sea.ts BUNDLE TARGET OUT      BUNDLE stands in TMPDIR
// Not by pkg's command line: that writes the absolute path of BUNDLE into the program, where it would show in every stack trace and differ from build to build.
import { basename } from 'node:path';
import sea from '@yao-pkg/pkg/lib-es5/sea.js';
import { NODE_VERSION } from './node-packages.ts';

const [bundle = '', target = '', output = ''] = process.argv.slice(2);
const [platform = '', arch = ''] = target.split('-');
const seaConfig = {
  // Seen from a new folder in TMPDIR, where pkg works.
  main: `../${basename(bundle)}`,
  disableExperimentalSEAWarning: true,
  useSnapshot: false,
  useCodeCache: false,
};
await sea.default(bundle, {
  targets: [{ nodeRange: `node${NODE_VERSION}`, platform, arch, output } as never],
  signature: false,
  seaConfig,
});
