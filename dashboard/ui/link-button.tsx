import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

interface AnchorButtonProps
  extends Pick<ButtonProps, 'leftSection' | 'rightSection'>,
    Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'style' | 'color'> {
  readonly variant?: 'filled' | 'default' | 'subtle';
  readonly ref?: Ref<HTMLAnchorElement>;
}

function AnchorButton({ variant = 'default', ...props }: AnchorButtonProps) {
  return <Button component="a" variant={variant} {...props} />;
}

/** A link of the router that looks like a button. */
export const LinkButton = createLink(AnchorButton);
