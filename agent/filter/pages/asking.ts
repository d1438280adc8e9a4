import { normaliseHost } from '../../../contracts/policy/host.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { Random } from '../../../kit/random.ts';
import type { AskedName } from '../../../words/filter-pages.ts';
import type { Judge } from '../judge.ts';
import { type AccessRequest, createAccessRequests, noteOf } from './access-requests.ts';
import { questionOf, urlWithin } from './asked-address.ts';

/** What came of a form that was sent in. */
export interface AccessAsked {
  readonly asked: AskedName;
  /** What was asked for; null where the form does not count. */
  readonly host: string | null;
}

/** Takes requests for access. */
export interface Asking {
  /** Goes into the form. */
  tokenFor(host: string): string;
  /**
   * Passes a request on if its form was ours and there were not too many. @param origin the host at whose origin the form was shown; null = at our
   * own @param uid user id of the socket by which it came, as in `Question`; its owner is who asks
   */
  take(form: URLSearchParams, origin: string | null, uid: number | null): AccessAsked;
}

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
      if (host === null) return { asked: 'form_too_old', host: null };
      const address = { host, url: urlWithin(fieldOf(form, 'url'), host) };
      const { action, ruleId, policyId, at, user } = judge.explain(questionOf(address, uid));
      if (action === 'allow') return { asked: 'open_now', host: null };
      const limit = judge.mode() === 'locked' ? 'busy' : requests.admit(host, user);
      if (limit === 'busy') return { asked: 'too_many', host: null };
      if (limit === 'fine')
        onAccessRequest({ ...address, ruleId, policyId, note: noteOf(fieldOf(form, 'note')), at, user });
      return { asked: limit === 'again' ? 'asked_again' : 'asked', host };
    },
  };
}

function fieldOf(form: URLSearchParams, name: string): string {
  return form.get(name) ?? '';
}
