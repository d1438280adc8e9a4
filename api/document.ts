import { EXAMPLES } from './examples.ts';
import { describeApi, type OpenApiDocument } from './openapi/document.ts';
import { ROUTES } from './routes.ts';

/** The OpenAPI document of the REST API, which `npm run openapi` writes and the server serves. */
export function openApiDocument(): OpenApiDocument {
  return describeApi(ROUTES, EXAMPLES);
}
