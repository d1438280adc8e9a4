import { call, element } from '/dashboard/page.js';
import { CATEGORY_NAMES, REASON_WORDS } from '/dashboard/reason-words.js';

const TYPING_PAUSE_MS = 250;
const SUGGESTIONS = 20;
const CAMPUS = { 'on-campus': 'On campus', 'off-campus': 'Off campus', unknown: 'Unknown' };

const at = (id) => document.getElementById(id);
const form = at('question');
/** What the suggestions stand for: the text in the field → what the server is asked with. */
const known = { user: new Map(), device: new Map() };
let newest = 0;
let csrfToken = null;

/** Offers what fits the text that is typed. */
function suggest(field, { path, texts, list }) {
  let typing;
  let latest = 0;
  const load = async () => {
    const mine = ++latest;
    const query = new URLSearchParams({ limit: String(SUGGESTIONS) });
    if (field.value.trim() !== '') query.set('q', field.value.trim());
    try {
      const { data } = await call(`${path}?${query}`);
      if (mine !== latest) return;
      const offers = data.map((one) => texts(one));
      for (const { value, means } of offers) known[field.name].set(value, means);
      list.replaceChildren(...offers.map(({ value, label }) => new Option(label, value)));
    } catch {
      // Without suggestions the field still takes what is typed: the answer says what is wrong with it.
      list.replaceChildren();
    }
  };
  field.addEventListener('focus', load, { once: true });
  field.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(load, TYPING_PAUSE_MS);
  });
}

/** What is typed, as the server wants it: a suggestion, or the one device that fits. */
async function deviceIdOf(text) {
  const chosen = known.device.get(text);
  if (chosen !== undefined) return chosen;
  const { data } = await call(`/v1/devices?${new URLSearchParams({ q: text, limit: '2' })}`);
  if (data.length === 1) return data[0].id;
  throw new Error(
    data.length === 0 ? `There is no device “${text}”.` : `More than one device fits “${text}”.`,
  );
}

async function questionOf(fields) {
  const url = fields.url.value.trim();
  const user = fields.user.value.trim();
  const device = fields.device.value.trim();
  const app = fields.app.value.trim();
  if (user === '' && device === '') throw new Error('Name a person, a device or both.');
  return {
    url,
    ...(user === '' ? {} : { user: known.user.get(user) ?? user }),
    ...(device === '' ? {} : { deviceId: await deviceIdOf(device) }),
    ...(app === '' ? {} : { app }),
    ...(fields.at.value === '' ? {} : { at: new Date(fields.at.value).toISOString() }),
    ...(fields.campus.value === '' ? {} : { campus: fields.campus.value }),
  };
}

async function ask(question) {
  csrfToken ??= (await call('/v1/session')).csrfToken;
  return call('/v1/policies/explain', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': csrfToken },
    body: JSON.stringify(question),
  });
}

/** The policies that spoke, by id; one that is gone or out of reach is told by its id alone. */
async function policiesOf(chain) {
  const ids = [...new Set(chain.flatMap(({ policyId }) => policyId ?? []))];
  const found = await Promise.all(
    ids.map((id) => call(`/v1/policies/${encodeURIComponent(id)}`).catch(() => null)),
  );
  return new Map(found.filter((policy) => policy !== null).map((policy) => [policy.id, policy]));
}

/** As in words/categories.ts and words/reasons.ts; the words themselves come from there. */
function categoryName(category) {
  if (Object.hasOwn(CATEGORY_NAMES, category)) return CATEGORY_NAMES[category];
  const plain = category.replaceAll(/[_-]+/g, ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

function sentenceOf({ reason, action, category }) {
  const { [action]: sentence, tellsCategory } = REASON_WORDS[reason];
  return category === null || !tellsCategory
    ? sentence
    : `${sentence} It counts as “${categoryName(category)}”.`;
}

function ruleReason(policies, { policyId, ruleId }) {
  return policies.get(policyId)?.rules.find(({ id }) => id === ruleId)?.reason ?? null;
}

function chainSentence(link, policies) {
  const { reason, action, policyId, policyVersion, target } = link;
  const version = policyVersion === null ? '' : ` (version ${policyVersion})`;
  const policy =
    policyId === null ? null : `the policy “${policies.get(policyId)?.name ?? policyId}”${version}`;
  const source =
    reason === 'default' && policy === null
      ? 'The filter, where no policy applies,'
      : REASON_WORDS[reason].source.replace('{policy}', () => policy ?? 'no policy');
  const whom = target === 'everyone' ? ' for everyone' : ` for ${target}`;
  const why = ruleReason(policies, link);
  return `${source} ${action === 'block' ? 'blocks' : 'allows'} it${target === null ? '' : whom}${
    why === null ? '' : `: “${why}”`
  }.`;
}

function chainItem(link, policies) {
  const item = element('li', link.decided ? 'decided' : '', chainSentence(link, policies));
  if (link.decided) item.append(' ', element('span', 'pill', 'Decided'));
  return item;
}

/** The category that counted: that of the rule which decided, as far as its policy still says so, else the first. */
function categoryOf({ input, policyId, ruleId }, policies) {
  const rule = policies.get(policyId)?.rules.find(({ id }) => id === ruleId);
  return input.categories.find((one) => rule?.match.categories.includes(one)) ?? input.categories[0] ?? null;
}

function facts({ input }, deviceText) {
  const rows = [
    ['Person', input.user ?? 'Nobody known'],
    ['Device', input.deviceId === null ? null : deviceText || input.deviceId],
    ['Unit', input.ou],
    ['Program', input.app],
    ['Where', CAMPUS[input.campus] ?? input.campus],
    ['Moment', new Date(input.at).toLocaleString([], { dateStyle: 'full', timeStyle: 'short' })],
    ['Categories', input.categories.length === 0 ? 'None' : input.categories.map(categoryName).join(', ')],
  ];
  return rows.flatMap(([name, value]) =>
    value === null ? [] : [element('dt', '', name), element('dd', '', value)],
  );
}

function show(explanation, policies, deviceText) {
  const { action, input, chain } = explanation;
  const why = ruleReason(policies, explanation);
  at('action').className = `pill ${action === 'block' ? 'bad' : 'good'}`;
  at('action').textContent = action === 'block' ? 'Blocked' : 'Allowed';
  at('host').textContent = input.host;
  at('sentence').textContent = sentenceOf({ ...explanation, category: categoryOf(explanation, policies) });
  at('reason').hidden = why === null;
  at('reason').textContent = why ?? '';
  at('facts').replaceChildren(...facts(explanation, deviceText));
  at('chain').replaceChildren(...chain.map((link) => chainItem(link, policies)));
  at('result').hidden = false;
}

async function explain(event) {
  event.preventDefault();
  const mine = ++newest;
  const fields = form.elements;
  const button = form.querySelector('button');
  button.disabled = true;
  at('problem').hidden = true;
  try {
    const deviceText = fields.device.value.trim();
    const explanation = await ask(await questionOf(fields));
    const policies = await policiesOf(explanation.chain);
    if (mine === newest) show(explanation, policies, deviceText);
  } catch (error) {
    if (mine !== newest) return;
    at('result').hidden = true;
    at('problem').textContent = error.message;
    at('problem').hidden = false;
  } finally {
    button.disabled = false;
  }
}

suggest(form.elements.user, {
  path: '/v1/users',
  list: at('users'),
  texts: ({ email, name, id }) => ({ value: email, label: name, means: id }),
});
suggest(form.elements.device, {
  path: '/v1/devices',
  list: at('devices'),
  texts: ({ name, ou, id }) => ({
    // Two devices may have one name: the second is told apart by its id.
    value: [undefined, id].includes(known.device.get(name)) ? name : `${name} (${id})`,
    label: ou,
    means: id,
  }),
});
form.addEventListener('submit', explain);
