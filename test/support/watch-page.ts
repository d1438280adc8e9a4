import type { Page } from 'playwright-core';

/** What a page must not do: complain, or ask anybody but the school server. */
export interface Watch {
  readonly complaints: string[];
  readonly foreign: string[];
}

/** Notes from now on what a page must not do. A violation of the page's policy is a complaint too. Refused calls are the tests' own business. */
export function watchPage(page: Page, origin: string): Watch {
  const seen: Watch = { complaints: [], foreign: [] };
  page.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning';
    if (isComplaint && !/^Failed to load resource: the server responded with a status/.test(message.text()))
      seen.complaints.push(message.text());
  });
  page.on('pageerror', (error) => seen.complaints.push(error.message));
  page.on('request', (request) => {
    const { origin: asked, protocol } = new URL(request.url());
    if (asked !== origin && protocol !== 'data:' && protocol !== 'blob:') seen.foreign.push(request.url());
  });
  return seen;
}
