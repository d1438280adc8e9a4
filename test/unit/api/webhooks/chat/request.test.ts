import t from 'tap';
import { chatRequest } from '../../../../../api/webhooks/chat/request.ts';
import { CHAT_KINDS } from '../../../../../contracts/events/webhook-kinds.ts';
import { eventBody, HOSTILE, isWhole, LONG, offline } from './hostile-batch.ts';

const URL_OF_SPACE = 'https://chat.googleapis.com/v1/spaces/AAA/messages?key=k&token=t%3D';
// biome-ignore lint/suspicious/noExplicitAny: each test reads the form that it expects, and fails where it is another
const bodyOf = (kind: (typeof CHAT_KINDS)[number], batch = offline(1, 'LIB-017')): any =>
  JSON.parse(chatRequest(kind, URL_OF_SPACE, batch).body);

t.test('no chat gets a signature or any other header than the type of the body', async (t) => {
  for (const kind of CHAT_KINDS)
    t.same(chatRequest(kind, URL_OF_SPACE, offline(1, 'A')).headers, {
      'content-type': 'application/json; charset=utf-8',
    });
});

t.test('Slack gets a fallback text, a header and the facts in blocks', async (t) => {
  const { text, blocks, unfurl_links } = bodyOf('slack');
  t.equal(text, 'LIB-017 went offline');
  t.equal(unfurl_links, false);
  t.same(blocks[0], { type: 'header', text: { type: 'plain_text', text, emoji: false } });
  t.same(blocks[1].fields[0], { type: 'mrkdwn', text: '*Device*\nLIB-017', verbatim: true });
  t.same(bodyOf('slack', offline(2, 'LIB')).blocks[1], {
    type: 'section',
    text: { type: 'mrkdwn', text: '• 1 LIB\n• 2 LIB', verbatim: true },
  });
});

t.test('Slack: no user text can mention, link or make an entity', async (t) => {
  for (const count of [1, 27]) {
    const texts = JSON.stringify(bodyOf('slack', offline(count, HOSTILE)));
    t.ok(texts.includes('&lt;!channel&gt;'));
    t.notOk(/[<>]/.test(texts));
    t.notOk(/&(?!amp;|lt;|gt;)/.test(texts));
    t.ok(texts.includes('&amp;lt;'), 'what was an entity already is shown as it was typed');
  }
});

t.test('Slack: header, sections and fields keep to their lengths', async (t) => {
  for (const name of [LONG, '&'.repeat(5_000)])
    for (const count of [1, 5_000]) {
      const { text, blocks } = bodyOf('slack', offline(count, name));
      t.ok(text.length <= 1_000);
      t.ok(blocks[0].text.text.length <= 150 && isWhole(blocks[0].text.text));
      t.ok(blocks.length === 2);
      for (const field of blocks[1].fields ?? [blocks[1]])
        t.ok((field.text.text ?? field.text).length <= (count === 1 ? 2_000 : 3_000));
    }
});

t.test('Teams gets one adaptive card in a message, its texts without Markdown', async (t) => {
  const { type, attachments } = bodyOf('teams');
  t.equal(type, 'message');
  t.equal(attachments.length, 1);
  const [{ contentType, contentUrl, content }] = attachments;
  t.equal(contentType, 'application/vnd.microsoft.card.adaptive');
  t.equal(contentUrl, null);
  t.equal(content.version, '1.4');
  t.same(content.msteams, { width: 'full' });
  t.same(content.body[0], {
    type: 'RichTextBlock',
    inlines: [
      { type: 'TextRun', text: 'LIB-017 went offline', weight: 'Bolder', size: 'Large', color: 'Warning' },
    ],
  });
  t.same(content.body[1].inlines, [
    { type: 'TextRun', text: 'Device: ', weight: 'Bolder' },
    { type: 'TextRun', text: 'LIB-017' },
  ]);
  // Only TextBlock and FactSet read Markdown.
  for (const count of [1, 27]) {
    const hostile = bodyOf('teams', offline(count, HOSTILE)).attachments[0].content.body;
    t.ok(hostile.length >= 4);
    for (const block of hostile) t.equal(block.type, 'RichTextBlock');
  }
});

t.test('Teams: the message stays under 28 kB whatever the names', async (t) => {
  for (const name of [LONG, '"\\'.repeat(2_000), HOSTILE])
    for (const count of [1, 5_000]) {
      const { body } = chatRequest('teams', URL_OF_SPACE, offline(count, name));
      t.ok(Buffer.byteLength(body) < 28_000, `${Buffer.byteLength(body)}`);
      t.ok(isWhole(body));
    }
});

t.test('Discord gets the title as content and the facts in an embed', async (t) => {
  const { content, embeds, allowed_mentions } = bodyOf('discord');
  t.equal(content, 'LIB\\-017 went offline');
  t.same(allowed_mentions, { parse: [] });
  t.equal(embeds.length, 1);
  t.same(embeds[0].fields[0], { name: 'Device', value: 'LIB\\-017', inline: true });
  t.equal(embeds[0].timestamp, '2026-11-20T10:00:00.000Z');
  t.equal(embeds[0].color, 0xe67e22);
});

t.test('Discord: a message without facts has no empty embed, which would be refused', async (t) => {
  const { device_id: _, ...test } = eventBody('webhook.test', { test: true });
  const body = bodyOf('discord', { bodies: [test], counts: { events: 1, devices: 0 } });
  t.notOk('embeds' in body);
  t.ok(body.content.length > 10);
});

t.test('Discord: every mark of user text is escaped, mentions among them', async (t) => {
  for (const count of [1, 27]) {
    const { content, embeds } = bodyOf('discord', offline(count, HOSTILE));
    const texts = [
      content,
      embeds[0].description ?? '',
      ...(embeds[0].fields ?? []).map(({ value }: { readonly value: string }) => value),
    ];
    for (const text of texts) {
      t.notOk(/(?<!\\)[@<>*_`~|[\]()]/.test(text.replaceAll('\\\\', '')), text);
      t.notOk(text.includes('https://'));
    }
    t.ok(texts.some((text) => text.includes('\\@everyone')));
  }
});

t.test('Discord: content, description, fields and their sum keep to the limits', async (t) => {
  for (const name of [LONG, '*'.repeat(5_000)])
    for (const count of [1, 5_000]) {
      const { content, embeds } = bodyOf('discord', offline(count, name));
      t.ok(content.length <= 2_000);
      t.ok(embeds.length <= 10);
      let sum = 0;
      for (const { description = '', fields = [] } of embeds) {
        t.ok(description.length <= 4_096 && fields.length <= 25);
        sum += description.length;
        for (const field of fields) {
          t.ok(field.name.length <= 256 && field.value.length <= 1_024 && field.value !== '');
          sum += field.name.length + field.value.length;
        }
      }
      t.ok(sum <= 6_000 && sum > 0, `${sum}`);
    }
});

t.test('Google Chat gets text, a thread for the device and a card', async (t) => {
  const { text, thread, cardsV2 } = bodyOf('google_chat');
  t.equal(text, 'LIB-017 went offline');
  t.same(thread, { threadKey: 'dev_00000000000000000000000001' });
  t.equal(cardsV2[0].cardId, 'evt_00000000000000000000000001');
  t.same(cardsV2[0].card.sections[0].widgets[0], {
    decoratedText: { topLabel: 'Device', text: 'LIB-017', wrapText: true },
  });
});

t.test('Google Chat: the thread option is added to the address, whose key and token stay', async (t) => {
  const url = new URL(chatRequest('google_chat', URL_OF_SPACE, offline(1, 'A')).url);
  t.equal(url.searchParams.get('messageReplyOption'), 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD');
  t.equal(url.searchParams.get('key'), 'k');
  t.equal(url.searchParams.get('token'), 't=');
  const again = chatRequest('google_chat', url.href, offline(1, 'A')).url;
  t.equal(again, url.href, 'once');
  for (const kind of ['slack', 'teams', 'discord'] as const)
    t.equal(chatRequest(kind, URL_OF_SPACE, offline(1, 'A')).url, URL_OF_SPACE);
});

t.test('Google Chat: no user text can mention or make a link', async (t) => {
  for (const count of [1, 27]) {
    const { text, cardsV2 } = bodyOf('google_chat', offline(count, HOSTILE));
    t.notOk(/[<>]/.test(text));
    const card = JSON.stringify(cardsV2).replaceAll('<br>', '');
    t.notOk(/[<>]/.test(card));
    t.ok(card.includes('&lt;users/all&gt;'));
  }
});

t.test('Google Chat: the message stays under 32,000 bytes', async (t) => {
  for (const name of [LONG, '&'.repeat(5_000)])
    for (const count of [1, 5_000]) {
      const { body } = chatRequest('google_chat', URL_OF_SPACE, offline(count, name));
      t.ok(Buffer.byteLength(body) < 32_000);
    }
});

t.test('each tone has its colour, where a chat has colours', async (t) => {
  for (const [type, data, discord, teams] of [
    ['geofence.breached', {}, 0xe74c3c, 'Attention'],
    ['device.offline', {}, 0xe67e22, 'Warning'],
    ['device.online', {}, 0x2ecc71, 'Good'],
    ['device.locked', {}, 0x3498db, 'Default'],
  ] as const) {
    const batch = { bodies: [eventBody(type, data)] as never, counts: { events: 1, devices: 1 } };
    t.equal(bodyOf('discord', batch).embeds[0].color, discord);
    t.equal(bodyOf('teams', batch).attachments[0].content.body[0].inlines[0].color, teams);
  }
});

t.test('several are listed below the title by every chat', async (t) => {
  const batch = offline(2, 'LIB');
  t.equal(bodyOf('discord', batch).embeds[0].description, '• 1 LIB\n• 2 LIB');
  t.notOk('fields' in bodyOf('discord', batch).embeds[0]);
  t.notOk('description' in bodyOf('discord').embeds[0]);
  t.same(bodyOf('google_chat', batch).cardsV2[0].card.sections[0].widgets, [
    { textParagraph: { text: '• 1 LIB<br>• 2 LIB' } },
  ]);
  t.same(
    bodyOf('teams', batch).attachments[0].content.body.slice(1),
    ['• 1 LIB', '• 2 LIB'].map((text) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text }] })),
  );
  t.equal(bodyOf('teams', batch).summary, '2 devices went offline');
  t.equal(bodyOf('slack', batch).blocks.length, 2);
  t.equal(bodyOf('slack').blocks.length, 2);
});

t.test('a message without facts has its title alone', async (t) => {
  const { device_id: _none, ...test } = eventBody('webhook.test', { test: true });
  const batch = { bodies: [test] as never, counts: { events: 1, devices: 0 } };
  t.equal(bodyOf('slack', batch).blocks.length, 1);
  t.equal(bodyOf('teams', batch).attachments[0].content.body.length, 1);
  t.notOk('cardsV2' in bodyOf('google_chat', batch));
});

t.test('Discord: short facts stand beside each other, long ones by themselves', async (t) => {
  const inlineOf = (name: string) => bodyOf('discord', offline(1, name)).embeds[0].fields[0].inline;
  t.equal(inlineOf('x'.repeat(40)), true);
  t.equal(inlineOf('x'.repeat(41)), false);
});
