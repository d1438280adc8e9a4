import t from 'tap';
import { nextAddress } from '../../../dashboard/pages/sign-in/next-address.ts';

const ORIGIN = 'https://school.example:8080';

t.test('signing in leads where the person wanted to go, on this very server', (t) => {
  t.equal(nextAddress('/devices?status=online#x', ORIGIN), `${ORIGIN}/devices?status=online#x`);
  t.equal(nextAddress(undefined, ORIGIN), `${ORIGIN}/`);
  t.end();
});

t.test('nothing leads to another server, nor back to the sign-in', (t) => {
  for (const next of [
    '',
    'devices',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'https://elsewhere.example/',
    'javascript:alert(1)',
    '/\t/elsewhere.example',
    '/sign-in?next=/sign-in',
  ])
    t.equal(nextAddress(next, ORIGIN), `${ORIGIN}/`, JSON.stringify(next));
  t.equal(new URL(nextAddress('/.//elsewhere.example', ORIGIN)).origin, ORIGIN, 'a path with two slashes');
  t.end();
});
