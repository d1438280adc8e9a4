/** Our pages' own name, for people: it exists only within the proxy. `.internal` is reserved for private use (ICANN, 2024). */
export const OWN_NAME = 'schoolgate.internal';

/**
 * Below this path of any plain http host the proxy answers itself. A blocked page's form goes to its own origin: that needs no permission of the browser and
 * tells nobody. RFC 8615 keeps the folder free.
 */
export const ASK_PATH = '/.well-known/schoolgate/ask';
