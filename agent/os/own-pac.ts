/** Whether a PAC address is ours: nobody else's is on this computer's own port, under that name. */
export function isOurPac(url: string): boolean {
  return /^http:\/\/127\.0\.0\.1:\d{1,5}\/proxy\.pac$/.test(url);
}
