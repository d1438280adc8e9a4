import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Deterministic tests that need more than npm provides. `npm test` names them; the gate runs them all. Measurements are in `measurements.ts`. */
export interface ExtraSuite {
  readonly name: string;
  /** Its test files. */
  readonly files: readonly string[];
  /** Its requirements, in words. */
  readonly needs: string;
  /** Whether this machine meets them. */
  readonly isPossible: () => boolean;
  /** How many of its files run at a time. Default: as for ordinary tests. */
  readonly jobs?: number;
}

export const EXTRA_SUITES: readonly ExtraSuite[] = [
  {
    name: 'conformance',
    files: ['document', 'flows', 'tour'].map((name) => `test/conformance/${name}.test.ts`),
    needs: 'what `tools/conformance-programs.sh` installs from npm',
    isPossible: () => existsSync('test/conformance/node_modules/.bin/prism'),
  },
  {
    name: 'powercut',
    files: ['agent-state', 'durable-file', 'server'].map((name) => `test/powercut/${name}.test.ts`),
    needs: 'Linux, and the packages gcc, libc6-dev',
    isPossible: () =>
      process.platform === 'linux' && existsSync('/usr/include/stdio.h') && succeeds('gcc', ['--version']),
  },
  {
    name: 'windows-host',
    files: ['portable-modules', 'build'].map((name) => `test/windows-host/${name}.test.ts`),
    needs: 'Linux, and the packages gcc, libc6-dev, gcc-mingw-w64-x86-64-win32',
    isPossible: () =>
      process.platform === 'linux' &&
      existsSync('/usr/include/stdio.h') &&
      succeeds('gcc', ['--version']) &&
      succeeds('x86_64-w64-mingw32-gcc', ['--version']),
  },
  {
    name: 'packages',
    files: ['agent-deb', 'server-deb'].map((name) => `test/packages/${name}.test.ts`),
    needs: 'Linux on x64, and the package dpkg',
    isPossible: () =>
      process.platform === 'linux' && process.arch === 'x64' && succeeds('dpkg-deb', ['--version']),
  },
  {
    name: 'windows-packages',
    files: ['test/packages/agent-windows.test.ts'],
    needs: 'the packages nsis, wixl, msitools, osslsigncode, gcc-mingw-w64-x86-64-win32',
    isPossible: () =>
      succeeds('makensis', ['-VERSION']) &&
      succeeds('wixl', ['--version']) &&
      succeeds('x86_64-w64-mingw32-gcc', ['--version']),
  },
  {
    name: 'sdks',
    files: ['python', 'go'].map((name) => `test/sdk/${name}.test.ts`),
    needs: 'what `tools/sdk-programs.sh` installs: python3 with httpx, and Go',
    isPossible: () => existsSync('sdk/python/.venv/installed'),
  },
  {
    name: 'benches',
    files: ['fleet', 'others', 'webhooks'].map((name) => `test/benches/${name}.test.ts`),
    needs: 'half a minute, as it runs each bench through',
    isPossible: () => true,
  },
  {
    name: 'hostile',
    files: ['test/hostile/server.test.ts'],
    needs: 'Linux',
    isPossible: () => process.platform === 'linux',
    // Its attackers keep the machine busy.
    jobs: 1,
  },
  {
    name: 'netns',
    files: [
      'linux-filter',
      'linux-filter-restore',
      'network-lock',
      'locked-laptop',
      'filtered-lock',
      'filtered-removal',
      'filtered-laptop',
    ].map((name) => `test/netns/${name}.test.ts`),
    needs: 'root, network namespaces, and the packages iproute2, nftables, bind9-dnsutils, curl',
    isPossible: hasNamespaces,
    // Each file simulates a laptop, a server and an internet.
    jobs: 1,
  },
];

/** Whether this machine permits network namespaces with a firewall. */
export function hasNamespaces(): boolean {
  return succeeds('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up']) && succeeds('nft', ['--version']);
}

function succeeds(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
