import { createJudge } from '../../agent/filter/create-judge.ts';
import { createResolver } from '../../agent/filter/dns/resolver.ts';
import { createUdpAskers } from '../../agent/filter/dns/udp-askers.ts';
import type { FilterState } from '../../agent/filter/filter-state.ts';
import { openIndexFile } from '../../agent/filter/index-file.ts';
import { readSocketTable } from '../../agent/os/linux/socket-tables.ts';
import { systemClock } from '../../kit/clock.ts';
import { createLog } from '../../kit/log.ts';
import { systemRandom } from '../../kit/random.ts';
import { servePeer } from './peer-process.ts';

/** Judge and resolver as the agent's worker has them; a policy blocks the category `listed` of an index file. */
const [indexFile = '', upstream = ''] = process.argv.slice(2);
const log = createLog('error');
const clock = systemClock;
const judge = createJudge({
  clock,
  openIndex: openIndexFile,
  onFault: (fault) => log.error({ ...fault }, 'the judge cannot use what it was given'),
});
const state: FilterState = {
  deviceId: 'dev_bench',
  mode: 'enforce',
  bundle: {
    kind: 'bundle',
    format: 1,
    version: 1,
    policies: [
      {
        id: 'pol_bench',
        name: 'Bench',
        enabled: true,
        priority: 100,
        defaultAction: 'allow',
        target: { everyone: true, ous: [], users: [], devices: [] },
        schedule: null,
        rules: [
          {
            id: 'rule_bench',
            effect: 'block',
            locked: false,
            reason: null,
            campus: [],
            match: { domains: [], categories: ['listed'], urls: [], apps: [] },
          },
        ],
        version: 1,
      },
    ],
    schoolHours: null,
    dohAddresses: [],
    upstreams: [],
    gameWords: [],
    gameProcesses: [],
    probes: { block: [], allow: [] },
    connectivityUrl: 'http://connectivity.example/',
  },
  sessions: [],
  overrides: [],
  user: 'student@school.example',
  ouPath: '/',
  campus: 'unknown',
  clockOffsetMs: 0,
  indexFile,
  upstreams: [upstream],
  serverNames: [],
  portalHosts: [],
  privateNetworks: [],
  organisation: 'Bench',
  helpLine: null,
};
judge.apply(state);
const resolver = createResolver({
  judge,
  // Nothing is written down, as by the others; the recorder keeps a line for each name and minute, which no student fills at such a rate.
  recorder: { decided: () => undefined },
  upstreams: () => state.upstreams,
  port: 0,
  clock,
  random: systemRandom,
  log,
  onNonce: () => undefined,
  privateNetworks: () => state.privateNetworks,
  askers: createUdpAskers({ readTable: readSocketTable, clock }),
});
await resolver.start();

servePeer({ port: resolver.ports()[0]?.port ?? 0, pid: process.pid }, () => resolver.stop());
