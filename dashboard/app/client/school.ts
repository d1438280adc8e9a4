import { Schoolgate, type Session } from '../../../sdk/node/index.ts';
import { queries } from './queries.ts';

/** The API of this server, as the signed-in person. */
export const school = new Schoolgate({
  baseUrl: location.origin,
  session: { csrfToken: () => queries.getQueryData<Session>(['session'])?.csrfToken },
});
