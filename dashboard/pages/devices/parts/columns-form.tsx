import { Button, Checkbox, Stack } from '@mantine/core';
import { common } from '../../../app/words/common.ts';
import { DialogButtons } from '../../../ui/dialog.tsx';
import { devicesWords } from '../words.ts';
import { COLUMNS } from './columns.tsx';
import type { Layout } from './layout.ts';

interface Form {
  readonly layout: Layout;
  readonly onClose: () => void;
}

/** Which columns are shown, and how high the rows are. A choice shows at once. */
export function ColumnsForm({ layout, onClose }: Form) {
  const w = devicesWords.read();
  return (
    <>
      <Stack gap={8}>
        {COLUMNS.filter(({ key }) => key !== 'name').map(({ key }) => (
          <Checkbox
            key={key}
            label={w.columns[key]}
            checked={layout.isShown(key)}
            onChange={() => layout.toggle(key)}
          />
        ))}
        <hr className="devices-rule" />
        <Checkbox
          label={w.compact}
          checked={layout.isCompact}
          onChange={({ currentTarget }) => layout.setCompact(currentTarget.checked)}
        />
      </Stack>
      <DialogButtons>
        <Button onClick={onClose}>{common.read().done}</Button>
      </DialogButtons>
    </>
  );
}
