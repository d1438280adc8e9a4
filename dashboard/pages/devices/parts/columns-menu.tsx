import { Button, Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { common } from '../../../app/words/common.ts';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { devicesWords } from '../words.ts';
import { COLUMNS } from './columns.tsx';
import type { Layout } from './layout.ts';

/** Which columns are shown, and how high the rows are. A choice shows at once. */
export function ColumnsMenu({ layout }: { readonly layout: Layout }) {
  const w = devicesWords.read();
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button variant="default" leftSection={<Icon name="columns" />} onClick={() => setOpen(true)}>
        {w.columnsButton}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={w.columnsTitle} size="small">
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
          <Button onClick={close}>{common.read().done}</Button>
        </DialogButtons>
      </Dialog>
    </>
  );
}
