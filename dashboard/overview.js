import { deviceRow } from '/dashboard/device-row.js';
import { call } from '/dashboard/page.js';

const REFRESH_MS = 5000;
const TYPING_PAUSE_MS = 250;

const at = (id) => document.getElementById(id);
const view = { show: 'all', q: '', page: 1 };
let timer;
let newest = 0;

function headline({ counts }) {
  if (counts.all === 0) return 'No device yet. Enroll the first one below.';
  const { unprotected } = counts;
  if (unprotected > 0)
    return `${unprotected} of ${counts.all} devices ${unprotected === 1 ? 'needs' : 'need'} a look`;
  if (counts.online === counts.all) return 'All devices are online';
  return `${counts.online} of ${counts.all} devices are online`;
}

function show(data) {
  const { counts, activity, devices, now } = data;
  at('organisation').textContent = data.organisation;
  at('headline').textContent = headline(data);
  for (const button of document.querySelectorAll('[data-show]')) {
    button.querySelector('b').textContent = counts[button.dataset.show].toLocaleString();
    button.setAttribute('aria-pressed', String(button.dataset.show === view.show));
  }
  at('table').tBodies[0].replaceChildren(...devices.map((device) => deviceRow(device, now)));
  at('table').hidden = devices.length === 0;
  at('empty').hidden = devices.length > 0;
  at('empty').textContent = counts.all === 0 ? 'Devices appear here as they enroll.' : 'No device fits.';
  at('paging').hidden = data.total <= data.pageSize;
  at('previous').disabled = data.page === 1;
  at('next').disabled = !data.hasMore;
  at('position').textContent = `Page ${data.page} of ${Math.max(1, Math.ceil(data.total / data.pageSize))}`;
  const requests = `${activity.requests.toLocaleString()} requests in the last 24 hours, ${activity.blocked.toLocaleString()} blocked`;
  say(activity.requests === 0 ? '' : requests);
}

/** Screen readers hear it only when it changes. */
function say(text) {
  if (at('freshness').textContent !== text) at('freshness').textContent = text;
}

async function refresh() {
  clearTimeout(timer);
  const mine = ++newest;
  try {
    const query = new URLSearchParams({ show: view.show, page: String(view.page) });
    if (view.q !== '') query.set('q', view.q);
    const data = await call(`/dashboard/api/overview?${query}`);
    if (mine === newest) show(data);
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
    const { command } = await call('/dashboard/api/enrollment-tokens', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ou: event.target.elements.ou.value }),
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
