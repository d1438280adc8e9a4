import t from 'tap';
import { isSearchName, safeSearchOf } from '../../../../../agent/filter/dns/safe-search.ts';

const on = { safeSearch: true, youtubeRestriction: 'strict' } as const;
const off = { safeSearch: false, youtubeRestriction: 'off' } as const;

t.test('each search service is found where it is safe, while that is wanted', async (t) => {
  for (const [name, target] of [
    ['www.google.com', 'forcesafesearch.google.com'],
    ['www.bing.com', 'strict.bing.com'],
    ['edgeservices.bing.com', 'strict.bing.com'],
    ['duckduckgo.com', 'safe.duckduckgo.com'],
    ['start.duckduckgo.com', 'safe.duckduckgo.com'],
    ['www.ecosia.org', 'strict-safe-search.ecosia.org'],
    ['pixabay.com', 'safesearch.pixabay.com'],
  ] as const) {
    t.equal(isSearchName(name), true, name);
    t.strictSame(safeSearchOf(name, on), { kind: 'alias', target });
    t.equal(safeSearchOf(name, off), null);
  }
  for (const name of ['yandex.ru', 'www.yandex.com.tr'])
    t.strictSame(safeSearchOf(name, on), { kind: 'address', ipv4: '213.180.193.56' });
});

t.test('YouTube is as its own setting wants it, whatever the search', async (t) => {
  for (const name of ['www.youtube.com', 'm.youtube.com', 'youtubei.googleapis.com']) {
    t.equal(isSearchName(name), true, name);
    t.strictSame(safeSearchOf(name, { ...off, youtubeRestriction: 'strict' }), {
      kind: 'alias',
      target: 'restrict.youtube.com',
    });
    t.strictSame(safeSearchOf(name, { ...on, youtubeRestriction: 'moderate' }), {
      kind: 'alias',
      target: 'restrictmoderate.youtube.com',
    });
    t.equal(safeSearchOf(name, { ...on, youtubeRestriction: 'off' }), null);
  }
});

t.test('any other name leads where it says', async (t) => {
  for (const name of ['wiki.example', 'google.com.example', 'mail.google.com', '']) {
    t.equal(isSearchName(name), false, name);
    t.equal(safeSearchOf(name, on), null);
  }
});
