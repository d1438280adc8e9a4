import { Dialog } from '../../ui/dialog.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { frameWords } from './words.ts';

/** All keys, in a dialog. */
export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const { shortcuts, shortcutRows: rows } = frameWords.read();
  const keys: readonly (readonly [string, readonly string[]])[] = [
    [rows.find, ['Ctrl K', '⌘K']],
    [rows.search, ['/']],
    [rows.help, ['?']],
    [rows.go, ['G']],
    [rows.move, ['J', 'K']],
    [rows.select, ['X']],
    [rows.peek, ['Space']],
    [rows.open, ['Enter']],
    [rows.submit, ['Ctrl Enter', '⌘Enter']],
    [rows.allow, ['A']],
    [rows.refuse, ['R']],
    [rows.undo, ['U']],
  ];
  return (
    <Dialog opened onClose={onClose} title={shortcuts}>
      <dl className="frame-keys">
        {keys.map(([name, pressed]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {pressed.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
