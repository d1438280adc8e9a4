import { createTheme, mergeThemeOverrides } from '@mantine/core';
import { common } from '../app/words/common.ts';
import { look } from './look.ts';

/** Read when a control is drawn, since the language is known only then. */
const worded = createTheme({
  components: {
    CloseButton: { defaultProps: () => ({ 'aria-label': common.read().close }) },
    Modal: {
      defaultProps: () => ({
        lockScroll: false,
        transitionProps: { duration: 120, transition: 'fade' },
        closeButtonProps: { 'aria-label': common.read().close },
      }),
    },
    Select: {
      defaultProps: () => ({
        nothingFoundMessage: common.read().nothingFits,
        clearButtonProps: { 'aria-label': common.read().clear },
        comboboxProps: { transitionProps: { duration: 0 } },
      }),
    },
    MultiSelect: {
      defaultProps: () => ({
        nothingFoundMessage: common.read().nothingFits,
        clearButtonProps: { 'aria-label': common.read().clear },
        comboboxProps: { transitionProps: { duration: 0 } },
      }),
    },
    PasswordInput: {
      defaultProps: () => ({
        visibilityToggleButtonProps: {
          'aria-label': common.read().showOrHide,
          'aria-hidden': false,
          tabIndex: 0,
        },
      }),
    },
    Tooltip: {
      defaultProps: {
        openDelay: 300,
        multiline: true,
        withArrow: false,
        transitionProps: { duration: 0 },
        events: { hover: true, focus: true, touch: true },
      },
    },
    Menu: { defaultProps: { transitionProps: { duration: 0 }, position: 'bottom-end' } },
    Popover: { defaultProps: { transitionProps: { duration: 0 } } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Stack: { defaultProps: { gap: 12 } },
    Group: { defaultProps: { gap: 8 } },
  },
});

/** The theme that the MantineProvider is given. Its variables are in theme.css, which the build makes. */
export const theme = mergeThemeOverrides(look, worded);
