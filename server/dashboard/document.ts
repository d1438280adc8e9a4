import type { OidcRefusal } from '../../api/sign-in/oidc-account.ts';
import type { DashboardManifest } from './assets.ts';

/** What the document tells its code, so that the first page asks nothing. Its reader is dashboard/app/client/facts.ts. */
export interface DocumentFacts {
  readonly signedIn: boolean;
  /** Whether the school's own sign-in is set up. */
  readonly singleSignOn: boolean;
  /** Why a sign-in was refused: `link`, or the reason of the sign-in at the provider; null = none was. */
  readonly refused: 'link' | OidcRefusal | null;
  /** How a person calls this program. */
  readonly command: string;
  /** The school's IANA time zone. */
  readonly timeZone: string;
  /** The school's name; null for strangers. */
  readonly school: string | null;
}

/** The one document of all pages: it names the built files, and runs nothing inline. */
export function documentOf(
  { entry, imports, styles, frame, font }: DashboardManifest,
  facts: DocumentFacts,
): string {
  const loads = [
    `<link rel="preload" href="/dashboard/${font}" as="font" type="font/woff2" crossorigin>`,
    ...styles.map((file) => `<link rel="stylesheet" href="/dashboard/${file}">`),
    ...[...imports, ...(facts.signedIn ? frame : [])].map(
      (file) => `<link rel="modulepreload" href="/dashboard/${file}">`,
    ),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="schoolgate-facts" content="${attribute(JSON.stringify(facts))}">
<title>Schoolgate</title>
<link rel="icon" href="/dashboard/icon.svg">
<script src="/dashboard/theme-before-paint.js"></script>
${loads.join('\n')}
<script type="module" src="/dashboard/${entry}"></script>
</head>
<body>
<div id="dashboard"></div>
<noscript>The dashboard of Schoolgate needs JavaScript.</noscript>
</body>
</html>
`;
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
