import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { openCategoryIndex } from '../../../contracts/categories/category-index.ts';
import { buildFirstIndex } from '../../../contracts/categories/first-index.ts';
import { readShippedNames, SHIPPED_NAMES_FILE } from '../../../contracts/categories/shipped-names.ts';
import { CRISIS_NAMES } from '../../../contracts/policy/crisis.ts';
import { ROOT } from '../../../tools/repository.ts';
import { SCHOOL_SITES } from '../../../tools/ship-categories/school-sites.ts';
import { selectNames } from '../../../tools/ship-categories/select-names.ts';

/** What a school may well block altogether. */
const HARMFUL = [
  'adult',
  'gambling',
  'drugs',
  'phishing',
  'malware',
  'vpn_proxy',
  'weapons',
  'hate',
  'violence',
];
const MEGABYTES_IN_REPOSITORY = 4;

t.test('what ships blocks half a million names, no site that schools need, and no crisis help', (t) => {
  const bytes = readFileSync(join(ROOT, SHIPPED_NAMES_FILE));
  t.ok(bytes.byteLength <= MEGABYTES_IN_REPOSITORY * 1_000_000);
  const index = openCategoryIndex(buildFirstIndex(readShippedNames(bytes)));
  t.ok(index.names >= 400_000);
  const isHarmful = (name: string): boolean => index.categoriesOf(name).some((id) => HARMFUL.includes(id));
  t.ok(SCHOOL_SITES.length >= 500);
  t.same(SCHOOL_SITES.filter(isHarmful), []);
  t.same(CRISIS_NAMES.map(({ domain }) => domain).filter(isHarmful), []);
  t.ok(['pornhub.com', 'www.bet365.com', 'croxyproxy.com'].every(isHarmful));
  t.end();
});

t.test('a name ships unless something speaks against it', (t) => {
  const lists: Readonly<Record<string, readonly string[]>> = {
    adult_shadowwhisperer: [
      ...['www.naked.example.net', 'pictures.naked.example.net', 'naked.example.net', 'both.example.net'],
      ...['co.uk', 'gone.tk', 'nowhere.invalid', 'lab.ox.ac.uk', 'wikipedia.org', 'samaritans.org'],
      ...['popular.net', 'page.popular.net', 'xvideos.com', 'somebody.github.io'],
    ],
    adult_sinfonietta: ['both.example.net', 'alone.example.net'],
    adult_4skin: [],
    adult_bonappetit: [],
    gambling_other: ['casino-one.net', 'flowers.net', 'casino-ads.net'],
    drugs_other: [],
    phishing_other: ['populer.net', 'wwwpopular.net', 'unlike.net', 'paypal-secure.net'],
  };
  const { names, reports } = selectNames((id) => lists[id] ?? [], {
    popular: ['popular.net', 'xvideos.com', 'github.io'],
    advertisers: ['casino-ads.net'],
  });
  t.same(Object.fromEntries(names), {
    adult: ['both.example.net', 'naked.example.net', 'somebody.github.io', 'xvideos.com'],
    gambling: ['casino-one.net'],
    drugs: [],
    phishing: ['paypal-secure.net', 'populer.net', 'wwwpopular.net'],
  });
  const dropped = Object.fromEntries(reports.map((report) => [report.id, report.dropped]));
  t.same(dropped, {
    adult_shadowwhisperer: {
      public_suffix: 1,
      dead_suffix: 1,
      no_such_suffix: 1,
      school_site: 1,
      crisis_help: 1,
      popular: 2,
      below_popular: 1,
    },
    adult_bonappetit: {},
    adult_sinfonietta: { not_agreed: 1 },
    adult_4skin: {},
    gambling_other: { not_spoken: 1, advertiser: 1 },
    drugs_other: {},
    phishing_other: { no_imitation: 1 },
  });
  t.same(reports[0]?.wrong, ['co.uk', 'lab.ox.ac.uk', 'wikipedia.org', 'samaritans.org', 'popular.net']);
  t.end();
});
