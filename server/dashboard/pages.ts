/** The addresses of the dashboard's pages, as patterns of the router. All have one document: which page shows is the business of the code in it. */
export const PAGES: readonly string[] = [
  '/',
  '/sign-in',
  '/forgot',
  // The links of e-mails. The page alone uses nothing up: previews of it do no harm.
  '/reset/:token',
  '/invite/:token',
  ...[
    'account',
    'accounts',
    'audit',
    'categories',
    'devices',
    'explain',
    'keys',
    'overrides',
    'requests',
    'settings',
    'setup',
    'webhooks',
  ].flatMap((page) => [`/${page}`, `/${page}/*`]),
];
