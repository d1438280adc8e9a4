import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Tests that need more than npm gives; CI runs them all, `npm test` names them. */
export interface ExtraSuite {
  readonly name: string;
  /** The folder of its tests. */
  readonly folder: string;
  /** What it needs, in words. */
  readonly needs: string;
  /** Whether this machine has that. */
  readonly isPossible: () => boolean;
  /** Longer than tap's own limit for one file. */
  readonly timeoutSeconds?: number;
  /** It measures, so that nothing else may run beside it. */
  readonly alone?: boolean;
}

/** In the order of running: the one with the longest test first. */
export const EXTRA_SUITES: readonly ExtraSuite[] = [
  {
    name: 'conformance',
    folder: 'test/conformance',
    needs: 'Python 3 with venv, and what `tools/conformance-programs.sh` installs from npm and PyPI',
    isPossible: () =>
      existsSync('test/conformance/node_modules/.bin/prism') &&
      succeeds('test/conformance/.venv/bin/schemathesis', ['--version']),
    timeoutSeconds: 900,
  },
  {
    name: 'netns',
    folder: 'test/netns',
    needs: 'root, network namespaces, and the packages iproute2, nftables, bind9-dnsutils, chromium',
    isPossible: () => hasNamespaces(),
  },
  {
    name: 'hostile',
    folder: 'test/hostile',
    needs: 'what netns needs, and a machine that does nothing else meanwhile',
    isPossible: () => hasNamespaces(),
    timeoutSeconds: 900,
    alone: true,
  },
  {
    name: 'mutation',
    folder: 'test/mutation',
    needs: 'what `tools/mutation-programs.sh` installs from npm',
    isPossible: () => existsSync('test/mutation/node_modules/@stryker-mutator/core'),
    timeoutSeconds: 900,
    alone: true,
  },
  {
    name: 'service',
    folder: 'test/service',
    needs:
      'what netns needs, a systemd that may make control groups, and for a part of it `tools/service-programs.sh`',
    isPossible: () => hasNamespaces() && existsSync('/usr/lib/systemd/systemd'),
  },
  {
    name: 'powercut',
    folder: 'test/powercut',
    needs: 'Linux, and the packages gcc, libc6-dev',
    isPossible: () =>
      process.platform === 'linux' && existsSync('/usr/include/stdio.h') && succeeds('gcc', ['--version']),
  },
];

function hasNamespaces(): boolean {
  return succeeds('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up']) && succeeds('nft', ['--version']);
}

function succeeds(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
