import { normaliseHost } from '../../../contracts/policy/host.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { Random } from '../../../kit/random.ts';
import type { Judge } from '../judge.ts';
import { type AccessRequest, createAccessRequests, noteOf } from './access-requests.ts';
import { questionOf, urlWithin } from './asked-address.ts';

/** What came of a form that was sent in, in words. */
export interface AskOutcome {
  readonly status: 200 | 403 | 429;
  readonly title: string;
  readonly text: string;
  readonly host: string | null;
}

/** Takes requests for access. */
export interface Asking {
  /** Goes into the form. */
  tokenFor(host: string): string;
  /**
   * Hands a request on, when its form was ours and there were not too many.
   * @param origin the host at whose origin the form was shown; null = at our own
   * @param uid of the socket that it came by, as in `Question`: whoever that is asks
   */
  take(form: URLSearchParams, origin: string | null, uid: number | null): AskOutcome;
}

const TOO_OLD: AskOutcome = {
  status: 403,
  title: 'This form is too old',
  text: 'Please open the page again, and ask from there.',
  host: null,
};
const OPEN_NOW: AskOutcome = {
  status: 200,
  title: 'This page is open now',
  text: 'Please load it again.',
  host: null,
};
const TOO_MANY: AskOutcome = {
  status: 429,
  title: 'Too many requests',
  text: 'Your school has your earlier ones. Please wait some minutes.',
  host: null,
};
const TAKEN =
  'It reaches the school as soon as this laptop is on line. When somebody opens the page, load it again.';

/** One counter for all forms of this computer. */
export function createAsking({
  judge,
  onAccessRequest,
  clock,
  random,
}: {
  readonly judge: Pick<Judge, 'explain' | 'mode'>;
  readonly onAccessRequest: (request: AccessRequest) => void;
  readonly clock: Clock;
  readonly random: Random;
}): Asking {
  const requests = createAccessRequests({ clock, random });
  const hostOf = (form: URLSearchParams, origin: string | null): string | null => {
    const host = normaliseHost(fieldOf(form, 'host'));
    if (host === null || (origin !== null && host !== origin)) return null;
    return requests.isValid(fieldOf(form, 'token'), host) ? host : null;
  };
  return {
    tokenFor: requests.tokenFor,
    take(form, origin, uid) {
      const host = hostOf(form, origin);
      if (host === null) return TOO_OLD;
      const address = { host, url: urlWithin(fieldOf(form, 'url'), host) };
      const { action, ruleId, policyId, at, user } = judge.explain(questionOf(address, uid));
      if (action === 'allow') return OPEN_NOW;
      const limit = judge.mode() === 'locked' ? 'busy' : requests.admit(host, user);
      if (limit === 'busy') return TOO_MANY;
      if (limit === 'fine')
        onAccessRequest({ ...address, ruleId, policyId, note: noteOf(fieldOf(form, 'note')), at, user });
      const said =
        limit === 'again' ? 'Your school has your request already.' : 'Your school has been asked.';
      return { status: 200, title: 'Your request is on its way', text: `${said} ${TAKEN}`, host };
    },
  };
}

function fieldOf(form: URLSearchParams, name: string): string {
  return form.get(name) ?? '';
}
