import type { FastifyInstance } from 'fastify';
import { ERROR_HELP } from '../../contracts/error-help.ts';
import { ERROR_CODES, ERROR_PAGES, ERRORS, type ErrorCode, errorType } from '../../contracts/errors.ts';
import { hashSource, html, Markup } from '../../kit/html.ts';

const STYLE = new Markup(
  'body { margin: 2rem auto; max-width: 42rem; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; color: #17202a; background: #fff; } code { font-size: .95em; } dt { font-weight: 600; margin-top: 1rem; } dd { margin: 0; }',
);

/** The pages load and run nothing; only their own style applies. */
const CONTENT_SECURITY_POLICY = `default-src 'none'; style-src ${hashSource(STYLE.text)}; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`;

/**
 * Serves a page about each error at its `type`, and the list of them, to everybody. The pages are made once and hold nothing of a request;
 * each has a route of its own, so that an unknown code is an unknown address.
 */
export function addErrorPages(app: FastifyInstance): void {
  const serve = (path: string, { text }: Markup): void => {
    app.get(path, { config: { access: 'document' } }, async (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', CONTENT_SECURITY_POLICY)
        .header('cache-control', 'public, max-age=3600')
        .send(text),
    );
  };
  serve(ERROR_PAGES, listPage());
  for (const code of ERROR_CODES) serve(errorType(code), pageOf(code));
}

function pageOf(code: ErrorCode): Markup {
  const { status, title } = ERRORS[code];
  const { meaning, next } = ERROR_HELP[code];
  return page(
    title,
    html`<dl>
<dt>Code</dt><dd><code>${code}</code></dd>
<dt>Status</dt><dd>${status}</dd>
<dt>What it means</dt><dd>${meaning}</dd>
<dt>What to do next</dt><dd>${next}</dd>
</dl>
<p><a href="${ERROR_PAGES}">All errors</a></p>`,
  );
}

function listPage(): Markup {
  const rows = ERROR_CODES.map(
    (code) =>
      html`<li><a href="${errorType(code)}"><code>${code}</code></a> (${ERRORS[code].status}): ${ERRORS[code].title}</li>\n`,
  );
  return page(
    'Errors of the REST API',
    html`<ul>
${rows}</ul>`,
  );
}

function page(title: string, content: Markup): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – Schoolgate</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
}
