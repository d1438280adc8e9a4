import { createHash } from 'node:crypto';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';

/** The page loads everything from this server and connects to this server only. Its script makes its styles, so inline styles are allowed. */
function contentSecurityPolicy(page: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${inlineScriptHashes(page).join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** CSP hashes of the page's inline scripts (CSP Level 3, 6.7.3.3). */
function inlineScriptHashes(page: string): string[] {
  return [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}

/**
 * Serves the API's explorer at `/docs`: Scalar, from this server, over the server's own OpenAPI document. A key that is pasted there stays
 * in the page's memory. No other host is contacted: telemetry, fonts, proxy, agent and the client's download are off.
 */
export async function addExplorer(app: FastifyInstance): Promise<void> {
  const pages: FastifyPluginAsync = async (explorer) => {
    explorer.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'document' };
    });
    explorer.addHook('onSend', async (_request, reply, payload) => {
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
      if (isPage && typeof payload === 'string')
        reply.header('content-security-policy', contentSecurityPolicy(payload));
      reply.header('referrer-policy', 'no-referrer').header('cache-control', 'public, max-age=3600');
      return payload;
    });
    await explorer.register(scalar, {
      routePrefix: '/docs',
      logLevel: 'silent',
      configuration: {
        url: '/v1/openapi.json',
        pageTitle: 'Schoolgate REST API',
        // The document names no existing server; the explorer calls the server that serves it.
        servers: [{ url: '/', description: 'This server' }],
        authentication: { preferredSecurityScheme: 'apiKey' },
        theme: 'default',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        // Shows only the samples of the document, which the tests make; Scalar would guess others.
        hiddenClients: true,
        showDeveloperTools: 'never',
        persistAuth: false,
        agent: { disabled: true },
        mcp: { disabled: true },
      },
    });
  };
  await app.register(pages);
}
