import t from 'tap';
import { SHIPPED_CATEGORIES } from '../../../contracts/categories/shipped/shipped-categories.ts';
import { categoryName, categoryNames } from '../../../words/categories.ts';
import { FILTER_PAGE_WORDS } from '../../../words/filter-pages.ts';
import { LOCK_PAGE_WORDS } from '../../../words/lock-page.ts';
import { NOTIFICATION_WORDS } from '../../../words/notifications.ts';
import { REASON_WORDS } from '../../../words/reasons.ts';

const TABLES = { FILTER_PAGE_WORDS, LOCK_PAGE_WORDS, NOTIFICATION_WORDS, REASON_WORDS };
/** Names and abbreviations that are the same in both languages. */
const SAME_IN_BOTH = new Set([
  'FILTER_PAGE_WORDS.status.safeSearch',
  'LOCK_PAGE_WORDS.minutes',
  'LOCK_PAGE_WORDS.hours',
]);

/** Every text of a table by its path; what is put into a sentence is a mark of its own. */
function textsOf(words: unknown, path: string): [string, string][] {
  if (typeof words === 'string') return [[path, words]];
  if (typeof words === 'function') return [[path, String(words('«1»', 2))]];
  if (typeof words !== 'object' || words === null) return [];
  return Object.entries(words).flatMap(([name, value]) => textsOf(value, `${path}.${name}`));
}

const slots = (text: string): readonly string[] => (text.match(/\{\w+\}|«1»/g) ?? []).sort();

t.test('every text is said in both languages, with the same places to fill', (t) => {
  for (const [name, { en, es }] of Object.entries(TABLES)) {
    const spanish = new Map(textsOf(es, name));
    const english = textsOf(en, name);
    t.ok(english.length > 1, `${name} has texts`);
    for (const [path, text] of english) {
      const other = spanish.get(path) ?? '';
      t.ok(text.trim() !== '' && other.trim() !== '', `${path} is said`);
      t.same(slots(other), slots(text), `${path} fills the same places`);
      if (!SAME_IN_BOTH.has(path)) t.not(other, text, `${path} is translated`);
    }
  }
  t.end();
});

t.test('every category that is shipped has a name in both languages', (t) => {
  for (const { id } of SHIPPED_CATEGORIES)
    for (const language of ['en', 'es'] as const) t.ok(categoryNames(language)[id], `${id} in ${language}`);
  t.equal(categoryName('vpn_proxy', 'es'), 'VPN y proxy');
  t.equal(categoryName('board_games', 'es'), 'Board games', 'a school’s own by its id');
  t.equal(categoryName('constructor', 'en'), 'Constructor', 'no word of the language itself');
  t.end();
});
