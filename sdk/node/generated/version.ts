// Made from openapi/openapi.json by `npm run sdk`. Nobody edits it.

/** The version of this client. */
export const VERSION = '0.2.0';
