import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Problem } from '../../ui/problem.tsx';
import { school } from '../client/school.ts';
import { useMay } from '../client/session.ts';
import { hitOptions, type PaletteOption } from './palette-options.ts';
import { usePlaces } from './sidebar.tsx';
import { frameWords } from './words.ts';

/** A question goes to the server after a pause in typing (milliseconds). */
const TYPING_MS = 80;
const MOST_HITS = 8;

/** Finds any laptop, person, page or action by a few letters. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const w = frameWords.read();
  const id = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const { options, error } = useOptions(text);
  const navigate = useNavigate();
  const pick = (option: PaletteOption | undefined): void => {
    if (option === undefined) return;
    onClose();
    void navigate(option.link);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setActive((active + step + options.length) % options.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      pick(options[active]);
    }
  };
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return (
    <Dialog opened onClose={onClose} title={w.palette}>
      <TextInput
        data-autofocus
        type="search"
        aria-label={w.findHint}
        placeholder={w.findHint}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={options.length > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Problem error={error} />
      <div className="palette-list" role="listbox" id={`${id}-list`} aria-label={w.palette}>
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys choose
          <div
            key={option.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            className="palette-option"
            onClick={() => pick(option)}
            onMouseMove={() => setActive(index)}
          >
            <Icon name={option.icon} />
            <span>{option.label}</span>
            <span className="text-meta quiet">{option.note}</span>
          </div>
        ))}
      </div>
      <p role="status" className="text-meta quiet">
        {options.length === 0 ? w.nothingFits(text.trim()) : ''}
      </p>
    </Dialog>
  );
}

function useOptions(text: string): { readonly options: readonly PaletteOption[]; readonly error: unknown } {
  const w = frameWords.read();
  const may = useMay();
  const places = usePlaces();
  const asked = useSettled(text.trim());
  const { data, error } = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) => school.search.find({ q: asked, limit: MOST_HITS }, { signal }),
    enabled: asked.length >= 2 && may('search'),
    placeholderData: (before) => before,
  });
  const fits = (label: string): boolean => plain(label).includes(plain(text.trim().replace(/^>\s*/, '')));
  const own: readonly PaletteOption[] = [
    ...places.map(({ id, to, icon }) => ({
      ...{ key: id, icon, label: w.places[id], note: w.pages },
      link: { to },
    })),
    ...(may('createEnrollmentToken')
      ? [
          {
            key: 'enroll',
            icon: 'plus' as const,
            label: w.enroll,
            note: w.actions,
            link: { to: '/devices/enroll' },
          },
        ]
      : []),
    { key: 'account', icon: 'users' as const, label: w.account, note: w.pages, link: { to: '/account' } },
  ].filter(({ label }) => fits(label));
  const hits = asked.length < 2 || text.startsWith('>') ? [] : hitOptions(data?.data ?? [], may);
  return { options: [...hits, ...own], error };
}

/** The text, once nobody has typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Without case and accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
