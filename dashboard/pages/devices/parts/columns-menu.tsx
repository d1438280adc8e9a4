import { Button } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { later } from '../../../ui/later.tsx';
import { devicesWords } from '../words.ts';
import type { Layout } from './layout.ts';

const ColumnsForm = later(async () => (await import('./columns-form.tsx')).ColumnsForm);

/** Opens the choice of columns. */
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
        <ColumnsForm layout={layout} onClose={close} />
      </Dialog>
    </>
  );
}
