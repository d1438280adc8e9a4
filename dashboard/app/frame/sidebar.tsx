import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { askAttention } from '../client/attention.ts';
import { facts } from '../client/facts.ts';
import { useMay } from '../client/session.ts';
import { number } from '../words/numbers.ts';
import { AccountButton } from './account-button.tsx';
import { PLACE_GROUPS, PLACES, type Place } from './places.ts';
import { frameWords } from './words.ts';

/** Places that stand in the bottom bar of a phone; the others are under "More". */
const ON_PHONE = 3;

/** The pages that the role opens. */
export function usePlaces(): readonly Place[] {
  const may = useMay();
  return PLACES.filter(({ needs }) => needs === null || may(needs));
}

/** How many access requests wait; 0 for who may not decide. */
function useWaiting(): number {
  const may = useMay();
  const { data } = useQuery({ ...askAttention(), enabled: may('getAttention') });
  return data?.data.find(({ kind }) => kind === 'access_requests')?.count ?? 0;
}

export function Sidebar({ onFind }: { readonly onFind: () => void }) {
  const w = frameWords.read();
  const places = usePlaces();
  const groups = PLACE_GROUPS.map((group) => ({
    group,
    places: places.filter((place) => place.group === group),
  })).filter((one) => one.places.length > 0);
  const shortcut = isApple() ? '⌘K' : 'Ctrl K';
  return (
    <div className="frame-sidebar">
      <Link to="/" className="frame-school" aria-label={facts.school ?? 'Schoolgate'}>
        <img src="/dashboard/icon.svg" alt="" width="24" height="24" />
        <span className="frame-wide">{facts.school ?? 'Schoolgate'}</span>
      </Link>
      <button type="button" className="frame-find" onClick={onFind}>
        <Icon name="search" />
        <span className="frame-find-words">{w.find}</span>
        <span className="frame-wide">
          <Kbd>{shortcut}</Kbd>
        </span>
      </button>
      <nav aria-label={w.mainPages}>
        {groups.map((one) => (
          <div key={one.group} className="frame-group">
            <p className="frame-group-name text-label quiet" id={`group-${one.group}`}>
              {w.groups[one.group]}
            </p>
            <ul aria-labelledby={`group-${one.group}`}>
              {one.places.map((place) => (
                <li key={place.id}>
                  <PlaceLink place={place} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <AccountButton />
    </div>
  );
}

function PlaceLink({ place: { id, to, icon } }: { readonly place: Place }) {
  const w = frameWords.read();
  const waiting = useWaiting();
  return (
    <Link
      to={to}
      className="frame-place"
      activeOptions={{ exact: to === '/', includeSearch: false }}
      title={w.places[id]}
    >
      <Icon name={icon} size={18} />
      <span className="frame-wide">{w.places[id]}</span>
      {id === 'requests' && waiting > 0 && (
        <span className="frame-count" title={w.waiting(waiting)}>
          {number(waiting)}
        </span>
      )}
    </Link>
  );
}

/** In place of the sidebar on a phone. */
export function BottomBar({ onFind }: { readonly onFind: () => void }) {
  const w = frameWords.read();
  const navigate = useNavigate();
  const places = usePlaces();
  return (
    <nav className="frame-bottom" aria-label={w.mainPages}>
      {places.slice(0, ON_PHONE).map(({ id, to, icon }) => (
        <Link
          key={id}
          to={to}
          className="frame-bottom-place"
          activeOptions={{ exact: to === '/', includeSearch: false }}
        >
          <Icon name={icon} size={20} />
          <span>{w.places[id]}</span>
        </Link>
      ))}
      <ActionMenu
        label={w.more}
        icon="menu"
        items={[
          { label: w.find, icon: 'search', onPick: onFind },
          ...places.slice(ON_PHONE).map(({ id, to, icon }) => ({
            label: w.places[id],
            icon,
            onPick: () => void navigate({ to }),
          })),
          { label: w.account, icon: 'settings' as const, onPick: () => void navigate({ to: '/account' }) },
        ]}
      />
    </nav>
  );
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
