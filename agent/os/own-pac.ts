/** Whether a PAC address is ours: it lies at this computer and has our file name. */
export function isOurPac(url: string): boolean {
  return /^http:\/\/127\.0\.0\.1:\d{1,5}\/proxy\.pac$/.test(url);
}
