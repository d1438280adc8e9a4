import t from 'tap';
import { SignIns } from '../../../../gateway/connections/sign-ins.ts';
import { MAX_SIGN_INS } from '../../../../store/ports/device-people.ts';

const MINUTE = 60_000;
const at = (minute: number): number => 1_000_000_000 + minute * MINUTE;

t.test(
  'somebody is proven while signed in, with some minutes for clocks, and not before or after',
  async (t) => {
    const signIns = new SignIns([], at(0));
    t.equal(signIns.covers('ana@x.example', at(0)), false, 'nobody was told yet');
    t.same(signIns.tell('ana@x.example', at(0)), { user: 'ana@x.example', from: at(0), at: at(0) });
    t.equal(signIns.tell('Ana@X.example', at(5)), null, 'nothing new');
    signIns.tell('ben@x.example', at(60));
    const ana = [-4, -3, 0, 30, 60, 63, 64].map((minute) => signIns.covers('ANA@x.example', at(minute)));
    t.same(ana, [false, true, true, true, true, true, false]);
    const ben = [56, 57, 100_000].map((minute) => signIns.covers('ben@x.example', at(minute)));
    t.same(ben, [false, true, true]);
    t.equal(signIns.covers('principal@x.example', at(30)), false);
    t.equal(signIns.covers(null, at(30)), true, 'of nobody there is nothing to prove');
  },
);

t.test('whoever is new after a silence may have been there all the time of it', async (t) => {
  const spans = [{ userKey: 'ana@x.example', from: at(0), until: null }];
  const signIns = new SignIns(spans, at(10));
  t.same(signIns.tell('ben@x.example', at(500)), { user: 'ben@x.example', from: at(10), at: at(500) });
  t.equal(signIns.covers('ben@x.example', at(200)), true);
  t.equal(signIns.covers('ana@x.example', at(200)), true, 'so may whoever was there before it');
  t.equal(signIns.covers('cleo@x.example', at(200)), false);
  t.same(signIns.tell('cleo@x.example', at(510)), { user: 'cleo@x.example', from: at(510), at: at(510) });
});

t.test('when nobody is signed in any more, that ends it', async (t) => {
  const signIns = new SignIns([], at(0));
  t.equal(signIns.tell(null, at(0)), null);
  signIns.tell('ana@x.example', at(10));
  t.same(signIns.tell(null, at(20)), { user: null, from: at(20), at: at(20) });
  t.equal(signIns.tell(null, at(21)), null);
  t.equal(signIns.covers('ana@x.example', at(30)), false);
});

t.test('a device that changes its mind all the time is remembered for its latest only', async (t) => {
  const signIns = new SignIns([], at(0));
  for (let n = 0; n < MAX_SIGN_INS + 50; n++) signIns.tell(`user-${n}@x.example`, at(n * 10));
  t.equal(signIns.covers('user-0@x.example', at(5)), false);
  t.equal(signIns.covers(`user-${MAX_SIGN_INS}@x.example`, at(MAX_SIGN_INS * 10 + 5)), true);
});
