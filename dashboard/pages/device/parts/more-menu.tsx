import { useMay } from '../../../app/client/session.ts';
import { common } from '../../../app/words/common.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { deviceWords } from '../words.ts';
import { commandName } from './command-name.ts';
import type { Doing } from './doings.ts';

const COMMANDS = [
  { doing: 'message', icon: 'message' },
  { doing: 'open_url', icon: 'external' },
  { doing: 'locate', icon: 'map-pin' },
  { doing: 'self_test', icon: 'shield-check' },
  { doing: 'sync_policy', icon: 'refresh' },
  { doing: 'collect_diagnostics', icon: 'info' },
  { doing: 'sign_out', icon: 'sign-out' },
  { doing: 'restart', icon: 'restart' },
  { doing: 'shutdown', icon: 'power' },
] as const;

/** Only what the person may do. */
export function MoreMenu({ onPick }: { readonly onPick: (doing: Doing) => void }) {
  const w = deviceWords.read();
  const may = useMay();
  const items = [
    ...(may('updateDevice')
      ? [{ label: w.edit.open, icon: 'edit' as const, onPick: () => onPick('edit') }]
      : []),
    ...(may('sendCommand')
      ? COMMANDS.map(({ doing, icon }) => ({
          label: commandName(doing),
          icon,
          onPick: () => onPick(doing),
        }))
      : []),
    ...(may('sendCommand') || may('deleteDevice') || may('getRemovalCode')
      ? [{ label: w.remove.open, icon: 'trash' as const, onPick: () => onPick('remove'), danger: true }]
      : []),
  ];
  return items.length === 0 ? null : <ActionMenu label={common.read().more} items={items} />;
}
