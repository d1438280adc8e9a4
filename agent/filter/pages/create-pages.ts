import { isCrisisHelpOpen } from '../../../contracts/policy/crisis.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { Random } from '../../../kit/random.ts';
import type { Obstacle } from '../connections/egress.ts';
import type { Explanation } from '../explanation.ts';
import type { FilterState } from '../filter-state.ts';
import type { Judge, Question } from '../judge.ts';
import { PAC_MAX_AGE_SECONDS, PAC_TYPE, renderPac } from '../pac/proxy-pac.ts';
import { ownerOf } from '../socket-owner.ts';
import type { AccessRequest } from './access-requests.ts';
import { askPart } from './ask-part.ts';
import { addressOf, questionOf } from './asked-address.ts';
import { createAsking } from './asking.ts';
import { explanationPart } from './explanation-part.ts';
import { html, type Markup } from './html.ts';
import { ASK_PATH, OWN_NAME } from './own-name.ts';
import { type PageAnswer, type PageFormat, pageAnswer } from './page-answer.ts';
import { renderPage } from './page-frame.ts';
import { statusPart } from './status-part.ts';
import { namesOf, sentenceOf } from './verdict-words.ts';

export interface PagesDependencies {
  readonly judge: Pick<Judge, 'judge' | 'explain' | 'mode' | 'settings'>;
  /** Null = nothing was received yet. */
  readonly state: () => FilterState | null;
  readonly onAccessRequest: (request: AccessRequest) => void;
  /** Where the lock page is; null = there is none. */
  readonly lockPageUrl: () => string | null;
  /** Where the proxy listens. */
  readonly port: () => number;
  /** Since when the filter is in its mode, epoch milliseconds. */
  readonly since: () => number;
  /** Networks whose devices browsers may open now, CIDR. */
  readonly localNetworks: () => readonly string[];
  readonly agentVersion: string;
  readonly clock: Clock;
  readonly random: Random;
}

/** All that the filter says to people. Nothing here touches the network. */
export interface Pages {
  /** Why a host is blocked, and how to ask for it. 403. */
  blocked(question: Question, format: PageFormat): PageAnswer;
  /** No way there, for a reason that is not policy: 403 where it is ours, else 502 or 504. */
  unreachable(host: string, obstacle: Obstacle | 'failed' | 'bypass', format: PageFormat): PageAnswer;
  /**
   * A page of our own, by path and query (`/status`).
   * @param uid of the socket that asks, as in `Question`: the page tells of whoever that is
   */
  own(path: string, query: URLSearchParams, uid: number | null): PageAnswer;
  /**
   * A form that was sent in.
   * @param origin the host at whose origin the form was shown; null = at our own
   * @param uid of the socket that it came by: whoever that is asks
   */
  ask(form: URLSearchParams, origin: string | null, uid: number | null): PageAnswer;
}

interface PageMore {
  readonly fine?: boolean;
  /** Null = the page is it. */
  readonly statusUrl?: string | null;
}

/** From a page at a site's own origin: by the name that only the proxy knows, for whoever sees such a page sees it through the proxy. */
const STATUS_URL = `http://${OWN_NAME}/status`;
/** From our own pages, by whatever name they were asked for. */
const OWN: PageMore = { statusUrl: '/status' };

/** The words for what is no verdict of policy; a pupil reads them. */
const OBSTACLE_WORDS: Readonly<Record<Obstacle | 'failed' | 'bypass', readonly [number, string, string]>> = {
  unresolved: [
    502,
    'This site was not found',
    'There is no site of this name, or the network cannot find it now.',
  ],
  closed: [403, 'This site cannot be opened', 'Its name leads to an address inside of a private network.'],
  doh: [403, 'This site cannot be opened', 'Its address belongs to a service that leads round the filter.'],
  silent: [504, 'This site does not answer', 'It may be busy or gone. Please try again later.'],
  failed: [502, 'This site does not answer', 'The connection to it failed. Please try again later.'],
  bypass: [
    403,
    'This cannot be opened',
    'Addresses without a name, and this computer itself, are not opened through the filter.',
  ],
};

/** Makes the pages. They hold no state but the counts of the form. */
export function createPages(deps: PagesDependencies): Pages {
  const { judge, state } = deps;
  const asking = createAsking(deps);

  const page = (status: number, title: string, body: Markup, more: PageMore = {}) =>
    pageAnswer(
      status,
      'html',
      renderPage({
        title,
        fine: more.fine ?? false,
        organisation: state()?.organisation ?? 'Your school',
        helpLine: state()?.helpLine ?? null,
        crisisHelpOpen:
          judge.mode() !== 'locked' || isCrisisHelpOpen(state()?.lockedBy ?? 'command', judge.settings()),
        body,
        statusUrl: more.statusUrl === undefined ? STATUS_URL : more.statusUrl,
      }),
    );
  const form = ({ host, url }: { host: string; url: string | null }, action: string): Markup | null =>
    judge.mode() === 'locked' ? null : askPart({ action, host, url, token: asking.tokenFor(host) });

  const why = (asked: string, uid: number | null): PageAnswer => {
    const address = addressOf(asked);
    if (address === null)
      return page(400, 'This is no address', html`<p>Try <strong>example.org</strong>.</p>`, OWN);
    const explanation = judge.explain(questionOf(address, uid));
    const open = explanation.action === 'allow';
    return page(
      200,
      open ? 'This address is open' : 'This address is blocked',
      html`<p class="host">${address.url ?? address.host}</p>
${explanationPart(explanation, namesOf(state()))}
${open ? null : form(address, '/ask')}`,
      { ...OWN, fine: open },
    );
  };

  return {
    blocked(question, format) {
      const explanation = judge.explain(question);
      if (format !== 'html') return plainBlock(explanation, format, state()?.organisation ?? null);
      return page(
        403,
        'This page is blocked',
        html`<p class="host">${explanation.url ?? explanation.host}</p>
${explanationPart(explanation, namesOf(state()))}
${form(explanation, ASK_PATH)}`,
      );
    },
    unreachable(host, obstacle, format) {
      const [status, title, words] = OBSTACLE_WORDS[obstacle];
      if (format === 'html') return page(status, title, html`<p class="host">${host}</p><p>${words}</p>`);
      if (format === 'text') return pageAnswer(status, 'text', `${title}: ${host}. ${words}\n`);
      return pageAnswer(status, 'json', JSON.stringify({ status, title, detail: words, host }));
    },
    own(path, query, uid) {
      switch (path) {
        case '/proxy.pac':
          return pacAnswer(deps);
        case '/':
        case '/status':
          return page(200, 'The filter on this laptop', statusPart(statusOf(deps, uid)), {
            fine: true,
            statusUrl: null,
          });
        case '/why':
          return why(query.get('url') ?? '', uid);
        case '/locked': {
          const location = deps.lockPageUrl();
          if (location !== null) return pageAnswer(302, 'text', '', { location });
          return page(200, 'This laptop is not locked', html`<p>You can go on.</p>`, { ...OWN, fine: true });
        }
        default:
          return page(
            404,
            'There is no such page',
            html`<p>The filter’s pages are “status” and “why”.</p>`,
            OWN,
          );
      }
    },
    ask: (sent, origin, uid) => {
      const { status, title, text, host } = asking.take(sent, origin, uid);
      const body = host === null ? html`<p>${text}</p>` : html`<p class="host">${host}</p><p>${text}</p>`;
      return page(status, title, body, { ...(origin === null ? OWN : {}), fine: status === 200 });
    },
  };
}

function pacAnswer({ judge, state, port, localNetworks }: PagesDependencies): PageAnswer {
  const mode = judge.mode();
  const portal = mode === 'portal' || (mode === 'locked' && judge.settings().lockAllowPortal);
  const body = renderPac({
    port: port(),
    failMode: judge.settings().failMode,
    enforcing: mode !== 'off',
    portalHosts: portal ? (state()?.portalHosts ?? []) : [],
    localNetworks: localNetworks(),
  });
  return pageAnswer(200, 'text', body, {
    'content-type': PAC_TYPE,
    'cache-control': `max-age=${PAC_MAX_AGE_SECONDS}`,
  });
}

function statusOf({ judge, state, since, agentVersion }: PagesDependencies, uid: number | null) {
  return {
    mode: judge.mode(),
    since: since(),
    policyVersion: state()?.bundle?.version ?? null,
    agentVersion,
    user: userOf(state(), uid),
    settings: judge.settings(uid),
    hasSchoolHours: (state()?.bundle?.schoolHours ?? null) !== null,
  };
}

function userOf(state: FilterState | null, uid: number | null): string | null {
  return state === null ? null : ownerOf(uid, state).user;
}

function plainBlock(
  explanation: Explanation,
  format: 'json' | 'text',
  organisation: string | null,
): PageAnswer {
  const { host, reason, ruleId, policyId, policyVersion, category, ruleReason } = explanation;
  const detail = sentenceOf(explanation);
  if (format === 'text') {
    const said = ruleReason === null ? '' : ` “${ruleReason}”`;
    return pageAnswer(
      403,
      'text',
      `Blocked by ${organisation ?? 'your school'}: ${host}. ${detail}${said}\n`,
    );
  }
  const told = { host, reason, ruleId, policyId, policyVersion, category };
  return pageAnswer(
    403,
    'json',
    JSON.stringify({ status: 403, title: 'Blocked by policy', detail, ...told }),
  );
}
