# Made from openapi/openapi.json by `npm run sdk`. Nobody edits it.
