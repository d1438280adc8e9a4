import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { THEME_KEY } from './app/client/browser-settings.ts';
import { queries } from './app/client/queries.ts';
import { frameWords } from './app/frame/words.ts';
import { router } from './app/router/router.tsx';
import { common } from './app/words/common.ts';
import { language } from './app/words/language.ts';
import 'virtual:theme.css';
import './theme/mantine.css';
import './theme/inter.css';
import './theme/tokens.css';
import './theme/base.css';
import { theme } from './theme/theme.ts';

document.documentElement.lang = language();
// Not at the top level: the words wait for this module, so it must not wait for them.
void Promise.all([common.load(), frameWords.load()]).then(show);

function show(): void {
  const place = document.querySelector('#dashboard');
  if (place === null) throw new Error('The document has no place for the dashboard.');
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <MantineProvider
          theme={theme}
          defaultColorScheme="auto"
          colorSchemeManager={localStorageColorSchemeManager({ key: THEME_KEY })}
          // The page's policy permits no style within it: they stand in a file that the build makes.
          withCssVariables={false}
          withGlobalClasses={false}
        >
          <RouterProvider router={router} />
        </MantineProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}
