import { element } from '/dashboard/page.js';

const CAMPUS = { 'on-campus': 'On campus', 'off-campus': 'Off campus', unknown: '–' };
const LOCK = { unlocked: '', locking: 'Locking…', locked: 'Locked', unlocking: 'Unlocking…' };
const LOW_BATTERY = 15;

/** How long ago a moment was, in words. Both are epoch milliseconds of the server. */
export function ago(at, now) {
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  if (seconds < 60) return 'just now';
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  if (seconds < 3600) return format.format(-Math.floor(seconds / 60), 'minute');
  if (seconds < 86400) return format.format(-Math.floor(seconds / 3600), 'hour');
  return format.format(-Math.floor(seconds / 86400), 'day');
}

function battery(level) {
  if (level === null) return element('td', '');
  const meter = element('meter', '');
  Object.assign(meter, { min: 0, max: 100, low: LOW_BATTERY, high: 40, optimum: 100, value: level });
  meter.setAttribute('aria-hidden', 'true');
  return element('td', '', element('span', 'battery', meter, `${level} %`));
}

/** The table row of a device. */
export function deviceRow(device, now) {
  const status = element('span', `state ${device.status}`, device.status === 'online' ? 'Online' : 'Offline');
  const campus = element('td', '', CAMPUS[device.campus] ?? device.campus);
  const lock = element('td', '');
  const { state } = device.lock;
  if (LOCK[state] !== '') lock.append(element('span', 'pill warn', LOCK[state] ?? state));
  if (device.protection.state === 'unprotected') lock.append(' ', element('span', 'pill bad', 'Unprotected'));
  const lastSeen = Date.parse(device.lastSeen);
  const seen = element('td', '', ago(lastSeen, now));
  seen.title = new Date(lastSeen).toLocaleString();
  const row = element(
    'tr',
    '',
    element('td', '', element('span', '', device.name), element('span', 'sub', device.ou)),
    element('td', '', status),
    element('td', '', device.user ?? ''),
    campus,
    battery(device.battery),
    lock,
    seen,
  );
  row.dataset.device = device.id;
  return row;
}
