import { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import { createEgress, UnreachableHost } from '../../../../../agent/filter/connections/egress.ts';
import { createTargetAddresses } from '../../../../../agent/filter/connections/target-address.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

const OPEN = '93.184.216.10';
const DOH = '9.9.9.9';
const CRISIS = 'helpline.example';

/** An egress that finds a host at these addresses. Every address that is dialled refuses, so that all that may be tried are. */
function setUp(found: readonly string[] | Error) {
  const clock = createFakeClock();
  const dialled: string[] = [];
  const asked: string[] = [];
  const egress = createEgress({
    resolver: {
      async resolve(host) {
        asked.push(host);
        await turn();
        if (found instanceof Error) throw found;
        return found;
      },
    },
    addresses: createTargetAddresses({
      isDohAddress: (address) => address === DOH,
      isPrivateAllowed: (address, host) => address === '10.1.2.3' && host === 'intranet.example',
    }),
    isCrisisHelp: (host) => host === CRISIS,
    dial({ host, port }) {
      dialled.push(`${host} ${port}`);
      return new Socket().destroy(new Error(`${host} refused`));
    },
    clock,
  });
  const connect = (host: string) => egress.connect(host, 443, { allowHalfOpen: true });
  const obstacle = (host: string) =>
    connect(host).then(
      () => 'connected',
      (error: unknown) => (error instanceof UnreachableHost ? error.obstacle : String(error)),
    );
  return { clock, dialled, asked, obstacle };
}

t.test('of a name with open and closed addresses only the open ones are dialled', async (t) => {
  for (const shut of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.1', DOH]) {
    for (const found of [
      [OPEN, shut],
      [shut, OPEN],
    ]) {
      const { dialled, obstacle } = setUp(found);
      t.equal(await obstacle('mixed.example'), `Error: ${OPEN} refused`, found.join());
      t.strictSame(dialled, [`${OPEN} 443`]);
    }
  }
});

t.test('a name with none but closed addresses dials nobody, and says why', async (t) => {
  for (const [found, why] of [
    [['127.0.0.1', '10.0.0.1'], 'closed'],
    [[DOH], 'doh'],
    [['10.0.0.1', DOH], 'doh'],
    [['0.0.0.0', '::'], 'unresolved'],
    [['0.0.0.0', '10.0.0.1'], 'closed'],
    [[], 'unresolved'],
    [new Error('no resolver answered'), 'unresolved'],
  ] as const) {
    const { dialled, obstacle } = setUp(found);
    t.equal(await obstacle('shut.example'), why, String(found));
    t.strictSame(dialled, []);
  }
});

t.test('a private address is open to the host alone for which the school allows it', async (t) => {
  const own = setUp(['10.1.2.3', '10.0.0.1']);
  await own.obstacle('intranet.example');
  t.strictSame(own.dialled, ['10.1.2.3 443']);
  const other = setUp(['10.1.2.3']);
  t.equal(await other.obstacle('rebound.example'), 'closed');
});

t.test('crisis help is reached at a DoH server’s address too, at a closed one never', async (t) => {
  const { dialled, obstacle } = setUp([DOH, '127.0.0.1', OPEN]);
  await obstacle(CRISIS);
  t.strictSame(dialled, [`${DOH} 443`, `${OPEN} 443`]);
});

t.test('an address is taken as it is, without a look-up, and judged all the same', async (t) => {
  for (const [host, dialled, why] of [
    [OPEN, [`${OPEN} 443`], `Error: ${OPEN} refused`],
    ['[2606:2800:220:1::1]', ['2606:2800:220:1::1 443'], 'Error: 2606:2800:220:1::1 refused'],
    ['[::1]', [], 'closed'],
    ['127.0.0.1', [], 'closed'],
    [DOH, [], 'doh'],
  ] as const) {
    const here = setUp(new Error('nobody is to be asked'));
    t.equal(await here.obstacle(host), why);
    t.strictSame(here.dialled, dialled);
    t.strictSame(here.asked, []);
  }
});
