import type { Language } from '../../../contracts/languages.ts';
import { isCrisisHelpOpen } from '../../../contracts/policy/crisis.ts';
import type { Clock } from '../../../kit/clock.ts';
import { html, type Markup } from '../../../kit/html.ts';
import type { Random } from '../../../kit/random.ts';
import { FILTER_PAGE_WORDS } from '../../../words/filter-pages.ts';
import { LOCK_PAGE_WORDS } from '../../../words/lock-page.ts';
import { reasonSentence } from '../../../words/reasons.ts';
import type { Obstacle } from '../connections/egress.ts';
import type { FilterState } from '../filter-state.ts';
import type { Explanation, Judge, Question } from '../judge.ts';
import { ownerOf } from '../socket-owner.ts';
import type { AccessRequest } from './access-requests.ts';
import { answerPart, answersTo } from './answer-part.ts';
import { askPart } from './ask-part.ts';
import { addressOf, questionOf } from './asked-address.ts';
import { type AccessAsked, createAsking } from './asking.ts';
import { explanationPart, namesOf } from './explanation-part.ts';
import { ASK_PATH, OWN_NAME } from './own-name.ts';
import { type PageAnswer, pageAnswer, type Reader } from './page-answer.ts';
import { renderPage } from './page-frame.ts';
import { PAC_MAX_AGE_SECONDS, PAC_TYPE, renderPac } from './proxy-pac.ts';
import { statusPart } from './status-part.ts';

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

/** Makes all pages that the filter shows to people. It does not use the network. */
export interface Pages {
  /** Why a host is blocked, and how to ask for it. 403. */
  blocked(question: Question, reader: Reader): PageAnswer;
  /** A host cannot be reached for a reason that is not policy: 403 when the filter refuses it, else 502 or 504. */
  unreachable(host: string, obstacle: Obstacle | 'failed' | 'bypass', reader: Reader): PageAnswer;
  /** A page of our own, by path and query (`/status`). @param uid user id of the socket that asks, as in `Question`; the page is about its owner */
  own(path: string, query: URLSearchParams, uid: number | null, language: Language): PageAnswer;
  /**
   * Answers a form that was sent in. @param origin the host at whose origin the form was shown; null = at our own @param uid user id of the socket by
   * which it came; its owner is who asks
   */
  ask(form: URLSearchParams, origin: string | null, uid: number | null, language: Language): PageAnswer;
}

interface PageMore {
  readonly fine?: boolean;
  /** Where the status page is; null = this page is the status page. */
  readonly statusUrl?: string | null;
}

/** The link on a page that is shown at a site's own origin. Only the proxy knows this name, and such a page is always shown through the proxy. */
const STATUS_URL = `http://${OWN_NAME}/status`;
/** The link on our own pages, under whatever name they were asked for. */
const OWN: PageMore = { statusUrl: '/status' };

const OBSTACLE_STATUS: Readonly<Record<Obstacle | 'failed' | 'bypass', number>> = {
  unresolved: 502,
  closed: 403,
  doh: 403,
  silent: 504,
  failed: 502,
  bypass: 403,
};

const ASKED_STATUS: Readonly<Record<AccessAsked['asked'], number>> = {
  form_too_old: 403,
  open_now: 200,
  too_many: 429,
  asked: 200,
  asked_again: 200,
};

/** An address that everybody may write in an example (RFC 2606 section 3). */
const EXAMPLE = 'example.org';

/** Makes the pages. They hold no state but the counts of the form. */
export function createPages(deps: PagesDependencies): Pages {
  const { judge, state } = deps;
  const asking = createAsking(deps);

  const page = (
    { status, title, language }: { status: number; title: string; language: Language },
    body: Markup,
    more: PageMore = {},
  ) =>
    pageAnswer(
      status,
      'html',
      renderPage({
        language,
        title,
        fine: more.fine ?? false,
        organisation: state()?.organisation ?? null,
        helpLine: state()?.helpLine ?? null,
        crisisHelpOpen:
          judge.mode() !== 'locked' || isCrisisHelpOpen(state()?.lockedBy ?? 'command', judge.settings()),
        body,
        statusUrl: more.statusUrl === undefined ? STATUS_URL : more.statusUrl,
      }),
      { 'content-language': language },
    );
  const form = (
    { host, url }: { host: string; url: string | null },
    action: string,
    language: Language,
  ): Markup | null =>
    judge.mode() === 'locked'
      ? null
      : askPart({ action, host, url, token: asking.tokenFor(host) }, FILTER_PAGE_WORDS[language].ask);

  const why = (asked: string, uid: number | null, language: Language): PageAnswer => {
    const { why: words } = FILTER_PAGE_WORDS[language];
    const address = addressOf(asked);
    if (address === null)
      return page({ status: 400, title: words.noAddress, language }, examplePart(words.tryExample), OWN);
    const explanation = judge.explain(questionOf(address, uid));
    const open = explanation.action === 'allow';
    return page(
      { status: 200, title: open ? words.openTitle : words.blockedTitle, language },
      html`<p class="host">${address.url ?? address.host}</p>
${explanationPart(explanation, namesOf(state()), language)}
${open ? null : answerAbout(explanation, deps, language)}
${open ? null : form(address, '/ask', language)}`,
      { ...OWN, fine: open },
    );
  };

  return {
    blocked(question, { format, language }) {
      const explanation = judge.explain(question);
      if (format !== 'html')
        return plainBlock(explanation, { format, language }, state()?.organisation ?? null);
      return page(
        { status: 403, title: FILTER_PAGE_WORDS[language].blockedTitle, language },
        html`<p class="host">${explanation.url ?? explanation.host}</p>
${explanationPart(explanation, namesOf(state()), language)}
${answerAbout(explanation, deps, language)}
${form(explanation, ASK_PATH, language)}`,
      );
    },
    unreachable(host, obstacle, { format, language }) {
      const status = OBSTACLE_STATUS[obstacle];
      const { title, text } = FILTER_PAGE_WORDS[language].obstacles[obstacle];
      if (format === 'html')
        return page({ status, title, language }, html`<p class="host">${host}</p><p>${text}</p>`);
      if (format === 'text') return pageAnswer(status, 'text', `${title}: ${host}. ${text}\n`);
      return pageAnswer(status, 'json', JSON.stringify({ status, title, detail: text, host }));
    },
    own(path, query, uid, language) {
      const words = FILTER_PAGE_WORDS[language];
      switch (path) {
        case '/proxy.pac':
          return pacAnswer(deps);
        case '/':
        case '/status':
          return page(
            { status: 200, title: words.status.title, language },
            statusPart(statusOf(deps, uid), language),
            { fine: true, statusUrl: null },
          );
        case '/why':
          return why(query.get('url') ?? '', uid, language);
        case '/locked': {
          const location = deps.lockPageUrl();
          if (location !== null) return pageAnswer(302, 'text', '', { location });
          const { title, text } = LOCK_PAGE_WORDS[language].notLocked;
          return page({ status: 200, title, language }, html`<p>${text}</p>`, { ...OWN, fine: true });
        }
        default: {
          const { title, text } = words.noSuchPage;
          return page({ status: 404, title, language }, html`<p>${text}</p>`, OWN);
        }
      }
    },
    ask: (sent, origin, uid, language) => {
      const { asked, host } = asking.take(sent, origin, uid);
      const status = ASKED_STATUS[asked];
      const { title, text } = FILTER_PAGE_WORDS[language].asked[asked];
      const body = host === null ? html`<p>${text}</p>` : html`<p class="host">${host}</p><p>${text}</p>`;
      const more = { ...(origin === null ? OWN : {}), fine: status === 200 };
      return page({ status, title, language }, body, more);
    },
  };
}

/** What the school answered about the host of an explanation; null = nothing. */
function answerAbout(
  { host, user }: Explanation,
  { state, clock }: PagesDependencies,
  language: Language,
): Markup | null {
  const found = answersTo(state(), user, clock.now()).find((one) => one.host === host);
  return found === undefined ? null : answerPart(found, language);
}

function examplePart(sentence: string): Markup {
  const [before = '', after = ''] = sentence.split('{example}');
  return html`<p>${before}<strong>${EXAMPLE}</strong>${after}</p>`;
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

function statusOf({ judge, state, since, agentVersion, clock }: PagesDependencies, uid: number | null) {
  const user = userOf(state(), uid);
  return {
    mode: judge.mode(),
    since: since(),
    policyVersion: state()?.bundle?.version ?? null,
    agentVersion,
    user,
    answers: answersTo(state(), user, clock.now()),
    settings: judge.settings(uid),
    hasSchoolHours: (state()?.bundle?.schoolHours ?? null) !== null,
  };
}

function userOf(state: FilterState | null, uid: number | null): string | null {
  return state === null ? null : ownerOf(uid, state).user;
}

function plainBlock(
  explanation: Explanation,
  { format, language }: Reader,
  organisation: string | null,
): PageAnswer {
  const { host, reason, ruleId, policyId, policyVersion, category, ruleReason } = explanation;
  const detail = reasonSentence(explanation, language);
  if (format === 'text') {
    const words = FILTER_PAGE_WORDS[language];
    const said = ruleReason === null ? '' : ` “${ruleReason}”`;
    return pageAnswer(403, 'text', `${words.blockedBy(organisation, host)} ${detail}${said}\n`);
  }
  const told = { host, reason, ruleId, policyId, policyVersion, category };
  return pageAnswer(
    403,
    'json',
    JSON.stringify({ status: 403, title: 'Blocked by policy', detail, ...told }),
  );
}
