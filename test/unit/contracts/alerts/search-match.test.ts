import t from 'tap';
import { matchSearch } from '../../../../contracts/alerts/search-match.ts';
import { searchTextOf } from '../../../../contracts/alerts/search-text.ts';
import { SELF_HARM_TERMS } from '../../../../contracts/alerts/self-harm-terms.ts';
import { VIOLENCE_TERMS } from '../../../../contracts/alerts/violence-terms.ts';
import { hasFields } from '../../../support/has-fields.ts';

const typeOf = (text: string): string | null => matchSearch(text)?.type ?? null;

t.test('despair is found in the languages of the lists, whatever its case, accents and punctuation', (t) => {
  for (const [text, language] of [
    ['I want to die', 'en'],
    ['how to KILL MYSELF without pain', 'en'],
    ["i don't want to live anymore", 'en'],
    ['i don’t want to live', 'en'],
    ['painless ways to die', 'en'],
    ['quiero morir', 'es'],
    ['¿Cómo suicidarse?', 'es'],
    ['cuántas pastillas para morir', 'es'],
    ['não quero viver', 'pt'],
    ['je veux mourir...', 'fr'],
    ['comment se suicider sans douleur', 'fr'],
    ['ich will mich umbringen', 'de'],
    ['Ich möchte sterben', 'de'],
    ['mich töten', 'de'],
    ['voglio morire', 'it'],
    ['non voglio più vivere', 'it'],
    ['ik wil dood', 'nl'],
    ['chcę się zabić', 'pl'],
    ['vull morir', 'ca'],
    ['ölmek istiyorum', 'tr'],
  ] as const) {
    hasFields(t, matchSearch(text), { type: 'self_harm_search', language }, text);
  }
  t.end();
});

t.test('violence against others is found', (t) => {
  for (const text of [
    'how to make a pipe bomb',
    'i want to kill my teacher',
    'shoot up my school',
    'cómo hacer una bomba casera',
    'matar a mi profesor',
    'comment fabriquer une bombe',
    'tuer mon prof',
    'Wie baut man eine Bombe?',
    'Amoklauf planen',
    'meine Mitschüler umbringen',
    'come costruire una bomba',
    'mes mee naar school',
    'jak zrobić bombę',
  ])
    t.equal(typeOf(text), 'violence_search', text);
  t.end();
});

t.test('whoever looks for help, or for prevention, is never matched', (t) => {
  for (const text of [
    'suicide hotline',
    'i want to die hotline number',
    'how to stop wanting to kill myself',
    'want to end my life who can i talk to',
    'suicide prevention lifeline 988',
    'samaritans phone number i want to die',
    'teléfono de la esperanza quiero morir',
    'quiero morir línea de ayuda',
    'je veux mourir 3114',
    'Telefonseelsorge ich will sterben',
    'ik wil dood 113',
    'telefono amico voglio morire',
    'telefon zaufania chcę umrzeć',
  ])
    t.equal(typeOf(text), null, text);
  t.end();
});

t.test('homework, films, songs, games and words that only look alike are not matched', (t) => {
  for (const text of [
    'suicide squad cast',
    'romeo and juliet suicide scene analysis',
    'durkheim suicide essay',
    'school shooting statistics',
    'columbine documentary',
    'to kill a mockingbird summary',
    'kill bill soundtrack',
    'hiroshima atomic bomb how was it made',
    'how to make a bomb in minecraft',
    'how to make a bath bomb',
    'how to make a gun out of paper',
    'i want to die lyrics',
    'skills to learn',
    'killing me softly',
    'dead sea',
    'die welt nachrichten',
    'tagliarmi i capelli',
    'was hat mich die app gekostet',
    'bombe au chocolat recette',
    'accidentally cut myself with scissors',
    'how to hang a picture',
    'self harm statistics uk',
    '',
    '   ',
    '🙂',
  ])
    t.equal(typeOf(text), null, text);
  t.end();
});

t.test('only whole words count, in their order', (t) => {
  t.equal(typeOf('i want to diet'), null);
  t.equal(typeOf('myself kill'), null);
  t.equal(typeOf('backpack ill myself'), null);
  t.equal(typeOf('kill   myself'), 'self_harm_search');
  t.equal(typeOf('kill-myself!'), 'self_harm_search');
  t.end();
});

t.test(
  'every phrase of the lists is found as it stands there, unless a list of what is harmless holds it',
  (t) => {
    let phrases = 0;
    for (const [type, lists] of [
      ['self_harm_search', SELF_HARM_TERMS],
      ['violence_search', VIOLENCE_TERMS],
    ] as const) {
      for (const phrase of Object.values(lists).flat()) {
        phrases += 1;
        t.equal(typeOf(phrase), type, phrase);
        t.match(phrase, /^[a-z0-9 ]+$/, `${phrase} is written without accents`);
      }
    }
    t.ok(phrases > 300);
    t.end();
  },
);

t.test('a long or hostile text costs no time', (t) => {
  const long = 'kill '.repeat(100_000);
  const cuts: unknown[] = [];
  // Whatever else of the text were asked for is not there, and throws.
  const onlyCut = {
    slice: (from: number, to: number) => {
      cuts.push([from, to]);
      return long.slice(from, to);
    },
  };
  t.equal(matchSearch(onlyCut as unknown as string), null);
  t.same(cuts, [[0, 500]], 'five hundred characters are looked at, once');
  t.equal(typeOf(`${'x'.repeat(600)} kill myself`), null, 'only the beginning is looked at');
  t.end();
});

t.test('the words of a search come from its title or from the address', (t) => {
  t.equal(searchTextOf({ kind: 'search', title: 'kill myself' }), 'kill myself');
  t.equal(
    searchTextOf({ kind: 'visit', title: 'kill myself - a film' }),
    null,
    'a page’s title is no search',
  );
  t.equal(searchTextOf({ kind: 'visit', url: 'http://s.example/?q=kill+myself&x=1' }), 'kill myself');
  t.equal(
    searchTextOf({ kind: 'request', url: 'http://s.example/search?x=1&q=quiero%20morir#a' }),
    'quiero morir',
  );
  t.equal(searchTextOf({ kind: 'request', url: 'http://s.example/?q=100%+kill+myself' }), '100% kill myself');
  t.equal(searchTextOf({ kind: 'request', url: 'http://s.example/?q=' }), null);
  t.equal(searchTextOf({ kind: 'request', url: null }), null);
  t.equal(searchTextOf({ kind: 'search', title: '  ', url: 'http://s.example/?q=x' }), 'x');
  t.end();
});
