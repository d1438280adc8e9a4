import t from 'tap';
import {
  isHttpPort,
  readAbsoluteTarget,
  readAuthority,
  readOriginTarget,
  specialHost,
} from '../../../../../agent/filter/proxy/request-target.ts';

t.test('every writing of a host comes to the same, and what is asked for is what is judged', async (t) => {
  for (const text of [
    'http://play.example/a',
    'HTTP://PLAY.example:80/a',
    'http://play.example./a',
    'http://pl%61y.example/a',
    'http://user:word@play.example/a#b',
    'http://play.example\\a',
    'http://play.example/x/../a',
  ])
    t.same(
      readAbsoluteTarget(text),
      { host: 'play.example', port: 80, path: '/a', url: 'http://play.example/a' },
      text,
    );
  t.equal(readAbsoluteTarget('http://xn--bcher-kva.example/')?.host, 'xn--bcher-kva.example');
  t.equal(readAbsoluteTarget('http://play.example:8080/?q')?.url, 'http://play.example:8080/?q');
  t.equal(readAbsoluteTarget('http://0x7f.1/')?.host, '127.0.0.1');
});

t.test('what is no address of plain http is none', async (t) => {
  for (const text of [
    'https://play.example/',
    'ftp://play.example/',
    '/a',
    '*',
    '',
    'play.example',
    'http:/play.example/',
    'http:play.example',
    'http://',
    'http://b\u00fccher.example/',
    'http://a b/',
    'http://a\t/',
    'http://a..b/',
    'http://a:99999/',
  ])
    t.equal(readAbsoluteTarget(text), null, JSON.stringify(text));
});

t.test('a request within a tunnel stays with its host', async (t) => {
  const tunnel = { host: 'wiki.example', port: 80 };
  t.equal(readOriginTarget('//play.example/', tunnel)?.url, 'http://wiki.example//play.example/');
  t.equal(readOriginTarget('/@play.example/', tunnel)?.host, 'wiki.example');
  for (const text of ['http://play.example/', '@play.example/', '.play.example/', '*', ':81/'])
    t.equal(readOriginTarget(text, tunnel), null, text);
});

t.test('the authority of CONNECT is a host and a port, and nothing else', async (t) => {
  t.same(readAuthority('Play.Example.:443'), { host: 'play.example', port: 443 });
  t.same(readAuthority('[::1]:443'), { host: '[::1]', port: 443 });
  t.same(readAuthority('127.1:443'), { host: '127.0.0.1', port: 443 });
  for (const text of [
    'play.example',
    ':443',
    'play.example:',
    'play.example:0',
    'play.example:65536',
    'a@play.example:443',
    'play.example:443/',
    'http://play.example:443',
    'pl%61y.example:443',
    '::1:443',
    '[::1:443',
    'a b:443',
    'play.example:4 43',
    '',
  ])
    t.equal(readAuthority(text), null, JSON.stringify(text));
});

t.test('ports of mail, shells and resolvers are no web ports', async (t) => {
  for (const port of [80, 1024, 3000, 8080, 8443]) t.ok(isHttpPort(port), String(port));
  for (const port of [22, 25, 53, 443, 853, 993, 5053, 8853]) t.notOk(isHttpPort(port), String(port));
});

t.test('this computer is known by all of its names', async (t) => {
  for (const host of [
    'localhost',
    'a.localhost',
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:7f00:1]',
    'x.schoolgate.internal',
  ])
    t.equal(specialHost(host), 'computer', host);
  t.equal(specialHost('schoolgate.internal'), 'own');
  t.equal(specialHost('10.0.0.1'), 'private');
  for (const host of ['[fe80::1]', '8.8.8.8']) t.equal(specialHost(host), 'address', host);
  for (const host of ['wiki.example', 'localhost.example', 'notlocalhost'])
    t.equal(specialHost(host), null, host);
});
