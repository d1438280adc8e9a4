const hit = {
  type: 'device',
  id: 'dev_01kafw2n7qd5g8h1j3k6m9p2rs',
  name: 'LIB-017',
  detail: 'ana@x.example',
  ou: '/Springfield/High/Grade-9',
};

/** One example for each schema of the search. */
export const SEARCH_EXAMPLES = {
  SearchHit: hit,
  SearchResult: { data: [hit], more: ['device'] },
} as const;
