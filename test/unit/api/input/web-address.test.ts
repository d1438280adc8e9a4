import t from 'tap';
import { readWebAddress } from '../../../../api/input/web-address.ts';

t.test('a host alone has no URL; an address has both', (t) => {
  t.same(readWebAddress(' Play.Example. ', '#/url'), { host: 'play.example', url: null });
  t.same(readWebAddress('192.0.2.7', '#/url'), { host: '192.0.2.7', url: null });
  t.same(readWebAddress('https://Play.Example/a?b', '#/url'), {
    host: 'play.example',
    url: 'https://play.example/a?b',
  });
  t.same(readWebAddress('play.example:8080/x', '#/url'), {
    host: 'play.example',
    url: 'https://play.example:8080/x',
  });
  t.same(readWebAddress('http://münchen.example', '#/url').host, 'xn--mnchen-3ya.example');
  t.same(readWebAddress('wss://user:pass@play.example/', '#/url').host, 'play.example');
  t.end();
});

t.test('what is no web address is refused with its place', (t) => {
  for (const text of [
    '',
    ' ',
    'a b',
    'http://',
    'ftp://play.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://exa mple/',
  ])
    t.throws(
      () => readWebAddress(text, '#/url'),
      { code: 'validation_failed', extras: { errors: [{ in: 'body', pointer: '#/url', code: 'url' }] } },
      JSON.stringify(text),
    );
  t.end();
});
