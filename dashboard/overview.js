import { deviceRow } from '/dashboard/device-row.js';
import { call } from '/dashboard/page.js';

const REFRESH_MS = 5000;
const TYPING_PAUSE_MS = 250;
/** More than a screen shows, and few enough to refresh every five seconds. */
const PAGE_SIZE = 100;
/** A token is for one device that somebody has at hand. */
const TOKEN_LIFE_MS = 86_400_000;

const at = (id) => document.getElementById(id);
const view = { show: 'all', q: '', page: 1 };
let timer;
let newest = 0;

const FILTERS = {
  all: [],
  online: [['status', 'online']],
  offline: [['status', 'offline']],
  // Also devices whose lock was ordered and is not confirmed yet.
  locked: [
    ['lock', 'locked'],
    ['lock', 'locking'],
  ],
  unprotected: [['protection', 'unprotected']],
};

function headline(counts) {
  if (counts.all === 0) return 'No device yet. Enroll the first one below.';
  const { unprotected } = counts;
  if (unprotected > 0)
    return `${unprotected} of ${counts.all} devices ${unprotected === 1 ? 'needs' : 'need'} a look`;
  if (counts.online === counts.all) return 'All devices are online';
  return `${counts.online} of ${counts.all} devices are online`;
}

function countsOf({ cells, total }) {
  const count = (fits) => cells.filter(fits).reduce((sum, cell) => sum + cell.count, 0);
  return {
    all: total,
    online: count(({ status }) => status === 'online'),
    offline: count(({ status }) => status === 'offline'),
    locked: count(({ lock }) => lock === 'locked' || lock === 'locking'),
    unprotected: count(({ protection }) => protection === 'unprotected'),
  };
}

function show(summary, list) {
  const counts = countsOf(summary);
  const now = Date.parse(summary.generatedAt);
  at('headline').textContent = headline(counts);
  for (const button of document.querySelectorAll('[data-show]')) {
    button.querySelector('b').textContent = counts[button.dataset.show].toLocaleString();
    button.setAttribute('aria-pressed', String(button.dataset.show === view.show));
  }
  at('table').tBodies[0].replaceChildren(...list.data.map((device) => deviceRow(device, now)));
  at('table').hidden = list.data.length === 0;
  at('empty').hidden = list.data.length > 0;
  at('empty').textContent = counts.all === 0 ? 'Devices appear here as they enroll.' : 'No device fits.';
  at('paging').hidden = list.total <= list.limit;
  at('previous').disabled = list.page === 1;
  at('next').disabled = !list.hasMore;
  at('position').textContent = `Page ${list.page} of ${Math.max(1, Math.ceil(list.total / list.limit))}`;
  say('');
}

/** Screen readers hear it only when it changes. */
function say(text) {
  if (at('freshness').textContent !== text) at('freshness').textContent = text;
}

async function refresh() {
  clearTimeout(timer);
  const mine = ++newest;
  try {
    const query = new URLSearchParams([
      ...FILTERS[view.show],
      ['sort', 'name'],
      ['limit', String(PAGE_SIZE)],
      ['page', String(view.page)],
    ]);
    if (view.q !== '') query.set('q', view.q);
    const [summary, list] = await Promise.all([call('/v1/devices/summary'), call(`/v1/devices?${query}`)]);
    if (mine === newest) show(summary, list);
  } catch (error) {
    if (mine === newest) say(`Not up to date: ${error.message}`);
  }
  if (mine === newest && !document.hidden) timer = setTimeout(refresh, REFRESH_MS);
}

function change(changes) {
  Object.assign(view, { page: 1 }, changes);
  void refresh();
}

async function enroll(event) {
  event.preventDefault();
  const result = at('enroll-result');
  const button = event.target.querySelector('button');
  button.disabled = true;
  try {
    const { csrfToken } = await call('/v1/session');
    const { command } = await call('/v1/enrollment-tokens', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf-token': csrfToken },
      body: JSON.stringify({
        name: 'From the dashboard',
        ou: event.target.elements.ou.value,
        maxUses: 1,
        expiresAt: new Date(Date.now() + TOKEN_LIFE_MS).toISOString(),
      }),
    });
    const text = document.createElement('pre');
    text.textContent = command;
    text.tabIndex = 0;
    const note = document.createElement('p');
    note.className = 'quiet';
    note.textContent = 'Shown once. The token is a secret until it is used.';
    result.replaceChildren(text, note);
  } catch (error) {
    result.textContent = error.message;
  } finally {
    button.disabled = false;
  }
}

for (const button of document.querySelectorAll('[data-show]')) {
  button.addEventListener('click', () => change({ show: button.dataset.show }));
}
let typing;
at('search').addEventListener('input', (event) => {
  clearTimeout(typing);
  typing = setTimeout(() => change({ q: event.target.value.trim() }), TYPING_PAUSE_MS);
});
at('previous').addEventListener('click', () => change({ page: view.page - 1 }));
at('next').addEventListener('click', () => change({ page: view.page + 1 }));
at('enroll').addEventListener('submit', enroll);
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void refresh();
});
void refresh();
