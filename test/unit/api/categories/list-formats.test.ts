import t from 'tap';
import { createLineSplitter, MAX_LINE_BYTES } from '../../../../api/categories/lines.ts';
import { createListReader } from '../../../../api/categories/list-formats.ts';

type Format = Parameters<typeof createListReader>[0];

/** What a reader makes of a text. */
function read(format: Format, text: string | Uint8Array, pieceBytes = 7) {
  const names: string[] = [];
  const exceptions: string[] = [];
  const problems: string[] = [];
  const reader = createListReader(format, {
    name: (name) => names.push(name),
    exception: (name) => exceptions.push(name),
    problem: (problem) => problems.push(problem),
  });
  const splitter = createLineSplitter(reader, () => problems.push('too_long'));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieceBytes) splitter.push(bytes.subarray(at, at + pieceBytes));
  splitter.end();
  return { names, exceptions, problems };
}

t.test(
  'lines end with LF or CRLF, may begin with a byte order mark, and the last needs no end',
  async (t) => {
    t.same(read('plain', '\uFEFFone.example\r\ntwo.example\n\r\n\nthree.example').names, [
      'one.example',
      'two.example',
      'three.example',
    ]);
  },
);

t.test('a line of a megabyte is passed over without being kept, and the next is read', async (t) => {
  const text = `first.example\n${'x'.repeat(1_048_576)}\nlast.example\n`;
  t.same(read('plain', text, 65_536), {
    names: ['first.example', 'last.example'],
    exceptions: [],
    problems: ['too_long'],
  });
  t.same(read('plain', 'y'.repeat(MAX_LINE_BYTES + 1)).problems, ['too_long']);
  t.same(read('plain', 'y'.repeat(MAX_LINE_BYTES)).problems, []);
});

t.test('bytes that are no UTF-8 and NUL break nothing', async (t) => {
  t.same(read('plain', Uint8Array.from([0xff, 0xfe, 0, 10, 0x61, 0x2e, 0x62, 10])).names.at(-1), 'a.b');
});

t.test('plain: one name a line, without comments, wildcards and addresses', async (t) => {
  t.same(
    read(
      'plain',
      '# a\n! b\n; c\n// d\none.example # said\n*.two.example\n.three.example\nBÜCHER.example.\n\thttp://x.example/a\ny.example/b\n',
    ),
    {
      names: ['one.example', 'two.example', 'three.example', 'BÜCHER.example.'],
      exceptions: [],
      problems: ['not_a_whole_host', 'not_a_whole_host'],
    },
  );
});

t.test('hosts: the names behind an address, but those of the machine itself', async (t) => {
  t.same(
    read(
      'hosts',
      '127.0.0.1 localhost\n::1 ip6-localhost\n0.0.0.0 0.0.0.0\n0.0.0.0 one.example two.example # x\n::\tthree.example\nfe80::1%lo0 localhost\nfour.example\n0.0.0.0\n# c\n',
    ),
    {
      names: ['one.example', 'two.example', 'three.example'],
      exceptions: [],
      problems: ['malformed', 'malformed'],
    },
  );
});

t.test('adblock: only filters that mean a whole host for everybody', async (t) => {
  const text = [
    '[Adblock Plus 2.0]',
    '! comment',
    '||one.example^',
    '||two.example^$important',
    '||three.example^|',
    '@@||good.one.example^',
    '||part.example^$third-party',
    '||part.example^$domain=x.example',
    '||part.example/ads/',
    '||part*.example^',
    '||prefix',
    'example.org##.banner',
    'example.org#@#.banner',
    '##.ad',
    '/regex[0-9]+/',
    '@@||part.example^$document,domain=y.example',
    '|https://start.example|',
  ].join('\n');
  const { names, exceptions, problems } = read('adblock', text);
  t.same(names, ['one.example', 'two.example', 'three.example']);
  t.same(exceptions, ['good.one.example']);
  t.equal(problems.length, 11);
});

t.test(
  'rpz: names that the zone refuses, relative to it or with its name, and those that it lets pass',
  async (t) => {
    const zone = [
      '$TTL 60',
      '$ORIGIN rpz.example.',
      '@ IN SOA ns.example. admin.example. (',
      '  1 ; serial',
      '  3600 600',
      '  86400 60 )',
      '  IN NS ns.example.',
      'one.test CNAME .',
      '*.one.test 300 IN CNAME .',
      'two.test IN 300 CNAME *.',
      'three.test.rpz.example. CNAME rpz-drop.',
      'four.test A 0.0.0.0',
      '    AAAA ::',
      'good.test CNAME rpz-passthru.',
      'elsewhere.test CNAME walled.garden.example.',
      '32.1.2.0.192.rpz-ip CNAME .',
      'ns.test.rpz-nsdname CNAME .',
      'five.test TXT "x"',
    ].join('\n');
    const { names, exceptions, problems } = read('rpz', zone);
    t.same(names, ['one.test', 'one.test', 'two.test', 'three.test', 'four.test', 'four.test']);
    t.same(exceptions, ['good.test']);
    t.same(problems, ['not_a_whole_host']);
  },
);
