import t from 'tap';
import { createStateComposer, type StateSources } from '../../../../agent/enforce/state-composer.ts';
import type { TargetState } from '../../../../contracts/mqtt/messages.ts';

const DEVICE = 'dev_01h455vb4pex5vsknk084sn02q';

const settings: TargetState['settings'] = {
  organisation: 'Springfield High',
  accountDomain: 'school.example',
  ouPath: '/High',
  people: [{ user: 'ana@school.example', ouPath: '/High/9b' }],
} as TargetState['settings'];

function sources(changes: Partial<StateSources>): StateSources {
  return {
    deviceId: DEVICE,
    target: { settings } as TargetState,
    bundle: null,
    indexFile: null,
    account: 'ana',
    accounts: undefined,
    campus: 'on-campus',
    lockedBy: null,
    portal: { open: false, location: null, hosts: [] },
    clockWrong: false,
    clockOffsetMs: 0,
    doubtOffsetMs: null,
    network: { epoch: 0, proven: true, portal: false },
    networkResolvers: [],
    localNetworks: [],
    server: { addresses: [], isReached: false },
    serverNames: [],
    organisation: 'Springfield High',
    ...changes,
  };
}

t.test('everyone with a session is completed to an address and a unit, as the one at the screen is', (t) => {
  const { user, ouPath, deviceOuPath, accounts } = createStateComposer().state(
    sources({
      accounts: [
        { uid: 1_002, user: 'SCHOOL\\Bob' },
        { uid: 0, user: 'root' },
        { uid: 1_001, user: 'ana' },
        { uid: 65_534, user: 'nobody' },
        { uid: 1_003, user: 'eva@other.example' },
      ],
    }),
  );
  t.same([user, ouPath, deviceOuPath], ['ana@school.example', '/High/9b', '/High']);
  t.same(accounts, [
    { uid: 1_001, user: 'ana@school.example', ouPath: '/High/9b' },
    { uid: 1_002, user: 'bob@school.example', ouPath: '/High' },
    { uid: 1_003, user: 'eva@other.example', ouPath: '/High' },
  ]);
  t.end();
});

t.test(
  'sessions in another order make the same state, and a flood of them keeps the one at the screen',
  (t) => {
    const many = Array.from({ length: 64 }, (_, at) => ({
      uid: 2_000 - at,
      user: at === 3 ? 'ana' : `s${at}`,
    }));
    const composer = createStateComposer();
    const { accounts } = composer.state(sources({ accounts: many }));
    t.same(composer.state(sources({ accounts: [...many].reverse() })).accounts, accounts);
    t.equal(accounts?.length, 32);
    t.same(accounts?.[0], { uid: 1_997, user: 'ana@school.example', ouPath: '/High/9b' });
    t.end();
  },
);

t.test('where the system does not tell its sessions the state does not speak of them', (t) => {
  t.equal('accounts' in createStateComposer().state(sources({ accounts: undefined })), false);
  t.same(createStateComposer().state(sources({ account: null, accounts: [] })).accounts, []);
  t.end();
});
