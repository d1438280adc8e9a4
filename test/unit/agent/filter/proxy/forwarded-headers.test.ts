import t from 'tap';
import { endToEndHeaders, requestHeaders } from '../../../../../agent/filter/proxy/forwarded-headers.ts';

t.test('fields go on in their order and writing, twice where they stand twice', async (t) => {
  const fields = ['X-One', 'a', 'set-cookie', 'b=1', 'Set-Cookie', 'c=2', 'Content-Length', '3'];
  t.strictSame(endToEndHeaders(fields), fields);
  t.strictSame(endToEndHeaders([]), []);
});

t.test('what belongs to one connection stays here, however it is written', async (t) => {
  const hop = [
    ...['Connection', 'Keep-Alive', 'Proxy-Authenticate', 'Proxy-Authorization', 'Proxy-Connection', 'TE'],
    ...['Trailer', 'Transfer-Encoding', 'Upgrade', 'HTTP2-Settings'],
  ];
  for (const name of hop)
    for (const written of [name, name.toLowerCase()])
      t.strictSame(endToEndHeaders([written, 'x', 'Accept', '*/*']), ['Accept', '*/*'], written);
});

t.test('what the connection names stays here too, but for what frames and addresses', async (t) => {
  t.strictSame(
    endToEndHeaders([
      'CONNECTION',
      'close, X-Secret ,x-other',
      'x-secret',
      '1',
      'X-Other',
      '2',
      'X-Third',
      '3',
    ]),
    ['X-Third', '3'],
  );
  const framing = ['Content-Length', '3', 'Host', 'wiki.example'];
  t.strictSame(endToEndHeaders(['Connection', 'Content-Length, host', ...framing]), framing);
  t.strictSame(endToEndHeaders(['X-Named', 'accept', 'Accept', 'a']), ['X-Named', 'accept', 'Accept', 'a']);
});

t.test('a request names the host that was judged, whatever the client wrote', async (t) => {
  const raw = ['HOST', 'play.example', 'Accept', '*/*', 'host', 'other.example', 'Content-Length', '3'];
  t.strictSame(requestHeaders(raw, { host: 'wiki.example', chunked: false }), [
    ...['Host', 'wiki.example', 'Accept', '*/*', 'Content-Length', '3'],
  ]);
});

t.test('a body of unknown length is framed anew, and has no length beside it', async (t) => {
  const raw = ['Content-Length', '3', 'content-length', '5', 'Transfer-Encoding', 'gzip, chunked', 'A', 'b'];
  t.strictSame(requestHeaders(raw, { host: 'wiki.example', chunked: true }), [
    ...['Host', 'wiki.example', 'A', 'b', 'Transfer-Encoding', 'chunked'],
  ]);
});
