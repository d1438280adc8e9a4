/**
 * The command that shows one page over the whole screen. The browser needs a profile of its own: with the user's profile a running browser would open
 * the page as one more tab, and the command would end at once.
 */
export function browserKiosk(program: string, url: string, profileFolder: string): readonly string[] {
  if (/firefox/i.test(program))
    return [program, '--kiosk', '--new-instance', '--no-remote', '--profile', profileFolder, url];
  const edge = /edge/i.test(program) ? ['--edge-kiosk-type=fullscreen'] : [];
  return [
    program,
    '--kiosk',
    ...edge,
    `--user-data-dir=${profileFolder}`,
    '--no-first-run',
    '--no-default-browser-check',
    '--noerrdialogs',
    '--disable-session-crashed-bubble',
    '--disable-translate',
    '--password-store=basic',
    url,
  ];
}
