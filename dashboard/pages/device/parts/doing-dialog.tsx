import type { Command, Device } from '../../../../sdk/node/index.ts';
import { type Doing, isPlainCommand } from './doings.ts';
import { EditDialog } from './edit-dialog.tsx';
import { MessageDialog, OpenUrlDialog } from './message-dialog.tsx';
import { PlainCommandConfirm } from './plain-command.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

interface DoingDialogProps {
  readonly doing: Doing | null;
  readonly device: Device;
  readonly onClose: () => void;
  readonly onAsked: (command: Command) => void;
}

/** The form of what was picked. */
export function DoingDialog({ doing, device, onClose, onAsked }: DoingDialogProps) {
  const parts = { device, onClose, onAsked };
  if (isPlainCommand(doing)) return <PlainCommandConfirm key={doing} type={doing} {...parts} />;
  switch (doing) {
    case 'edit':
      return <EditDialog device={device} onClose={onClose} />;
    case 'remove':
      return <RemoveDialog {...parts} />;
    case 'message':
      return <MessageDialog {...parts} />;
    case 'open_url':
      return <OpenUrlDialog {...parts} />;
    default:
      return null;
  }
}
