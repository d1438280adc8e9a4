import type { SearchHit } from '../../../sdk/node/index.ts';
import type { IconName } from '../../ui/icon.tsx';
import { frameWords } from './words.ts';

/** A line of the palette. */
export interface PaletteOption {
  readonly key: string;
  readonly icon: IconName;
  readonly label: string;
  readonly note: string;
  readonly link: {
    readonly to: string;
    readonly params?: Readonly<Record<string, string>>;
    readonly search?: Readonly<Record<string, string>>;
  };
}

/** What can be done with what was found. Things without a page are left out. */
export function hitOptions(
  hits: readonly SearchHit[],
  may: (operationId: string) => boolean,
): readonly PaletteOption[] {
  const w = frameWords.read();
  return hits.flatMap((hit, index) => {
    const open = linkTo(hit);
    if (open === null) return [];
    const { key, icon, link } = { key: hit.id, ...open };
    const note = [hit.detail ?? '', w.kinds[hit.type] ?? ''].filter((text) => text !== '').join(' · ');
    const shown: PaletteOption = { key, icon, label: hit.name, note, link };
    const canLock = hit.type === 'device' && index === 0 && may('lockDevice');
    if (!canLock) return [shown];
    const lock: PaletteOption = {
      key: `lock-${hit.id}`,
      icon: 'lock',
      label: w.lockDevice(hit.name),
      note: w.actions,
      link: { to: '/devices/$id/{-$tab}', params: { id: hit.id }, search: { act: 'lock' } },
    };
    return [shown, lock];
  });
}

function linkTo({ type, id, name, detail, ou }: SearchHit): Pick<PaletteOption, 'icon' | 'link'> | null {
  switch (type) {
    case 'device':
      return { icon: 'laptop', link: { to: '/devices/$id/{-$tab}', params: { id } } };
    case 'user':
      return { icon: 'users', link: { to: '/devices', search: { q: detail ?? name } } };
    case 'ou':
      return { icon: 'school', link: { to: '/devices', search: { ou: ou ?? name } } };
    default:
      return null;
  }
}
