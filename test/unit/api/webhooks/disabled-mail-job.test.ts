import t, { type Test } from 'tap';
import type { MailMessage } from '../../../../api/outbound/mailer.ts';
import { createDisabledMailJob } from '../../../../api/webhooks/disabled-mail-job.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createIdSource, systemRandom } from '../../../../kit/random.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { createTestStore } from '../../../support/test-store.ts';

const going = new AbortController().signal;

async function lab(t: Test) {
  const clock = createFakeClock();
  const store = await createTestStore(t, { clock });
  const ids = createIdSource({ clock, random: systemRandom });
  const sent: MailMessage[] = [];
  let down = false;
  const mailer = {
    send: async (message: MailMessage) => {
      if (down) throw new Error('no mail server');
      sent.push(message);
    },
  };
  const tools = { store, clock, log: silentLog };
  const { id } = await store.webhooks.create({
    id: ids.next('whk'),
    organisationId: 1,
    url: 'https://sis.example/hooks?token=<secret>',
    kind: 'standard',
    events: ['*'],
    description: null,
    enabled: true,
    disabledReason: null,
    signature: 'hmac',
    headers: {},
    createdAt: clock.now(),
    updatedAt: clock.now(),
    sealedSecret: 'sealed',
  });
  return {
    clock,
    sent,
    job: createDisabledMailJob({
      ...tools,
      mail: async () => ({ mailer, recipients: ['head@x.example'] }),
    }),
    mute: createDisabledMailJob({ ...tools, mail: async () => null }),
    setDown: (is: boolean) => {
      down = is;
    },
    disable: () => store.webhooks.update(1, id, { enabled: false, disabledReason: 'gone' }, clock.now()),
    enable: () => store.webhooks.update(1, id, { enabled: true }, clock.now()),
  };
}

t.test(
  'the school is told once of a webhook that was disabled, without what its address holds',
  async (t) => {
    const { job, sent, disable } = await lab(t);
    await job.run(going);
    t.same(sent, []);
    await disable();
    await job.run(going);
    await job.run(going);
    t.equal(sent.length, 1);
    hasFields(t, sent[0], {
      to: ['head@x.example'],
      subject: 'Schoolgate has disabled the webhook to sis.example',
    });
    t.match(sent[0]?.text, /answered 410/);
    t.notMatch(JSON.stringify(sent), /secret|token/);
  },
);

t.test(
  'a message that could not be sent is sent later; a webhook disabled anew is told of anew',
  async (t) => {
    const { job, mute, sent, clock, disable, enable, setDown } = await lab(t);
    await disable();
    await mute.run(going);
    setDown(true);
    await t.rejects(async () => await job.run(going), /no mail server/);
    setDown(false);
    await job.run(going);
    t.equal(sent.length, 1);
    clock.jump(1_000);
    await enable();
    await disable();
    await job.run(going);
    t.equal(sent.length, 2);
    t.not(sent[0]?.id, sent[1]?.id, 'not the same message');
    t.match(sent[0]?.id, /^[\w-]+$/, 'a part of a Message-ID (RFC 5322)');
  },
);

t.test('it is looked for every five minutes', async (t) => {
  const { job, clock } = await lab(t);
  t.equal(await job.next(clock.now()), clock.now() + 300_000);
  t.equal(await job.next(clock.now() + 1), clock.now() + 300_000);
});
