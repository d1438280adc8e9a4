import t from 'tap';
import { languageOf, languageOfLocale } from '../../../words/language.ts';

const WANTED: readonly (readonly [header: string | undefined, language: string])[] = [
  [undefined, 'en'],
  ['', 'en'],
  ['es', 'es'],
  ['ES-419', 'es'],
  ['es_MX', 'es'],
  ['en-GB,en;q=0.9,es;q=0.8', 'en'],
  ['fr-FR,fr;q=0.9,es;q=0.5,en;q=0.4', 'es'],
  ['en;q=0.4, es ; q=0.5', 'es'],
  ['de', 'en'],
  ['de,*;q=0.5', 'en'],
  ['es;q=0, *', 'en'],
  ['es;q=0', 'en'],
  ['en;q=0.5,es;q=0.5', 'en'],
  ['es;q=0.5,en;q=0.5', 'es'],
  ['est', 'en'],
  ['es;q=2,en;q=0.1', 'en'],
  ['es;q=oops', 'en'],
  [';;;,,,q=1,"es"', 'en'],
  [`${'x,'.repeat(100_000)}es`, 'en'],
];

t.test('a client gets the language that it likes best of those spoken here', (t) => {
  for (const [header, language] of WANTED)
    t.equal(languageOf(header), language, `${String(header).slice(0, 40)} → ${language}`);
  t.end();
});

t.test('a system is spoken to in its own language', (t) => {
  for (const locale of ['es_ES.UTF-8', 'es', 'es-419', 'ES_MX'])
    t.equal(languageOfLocale(locale), 'es', locale);
  for (const locale of ['en_US.UTF-8', 'C', 'C.UTF-8', 'POSIX', '', 'eso_XX', 'de_DE'])
    t.equal(languageOfLocale(locale), 'en', locale || 'none');
  t.end();
});
