import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { common } from '../app/words/common.ts';

export interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly size?: 'small' | 'normal' | 'wide';
  readonly children: ReactNode;
}

const SIZES = { small: 440, normal: 580, wide: 860 } as const;

/** The window itself, apart from the entry, which nobody needs before a dialog opens. */
export function DialogWindow({ opened, onClose, title, size = 'normal', children }: DialogProps) {
  // The modal remembers who had the focus only when it opens after it was there.
  const [isThere, setIsThere] = useState(false);
  useEffect(() => setIsThere(true), []);
  return (
    <Modal
      opened={opened && isThere}
      onClose={onClose}
      title={title}
      size={SIZES[size]}
      lockScroll={false}
      closeButtonProps={{ 'aria-label': common.read().close }}
      transitionProps={{ duration: 100, transition: 'fade' }}
    >
      {children}
    </Modal>
  );
}
