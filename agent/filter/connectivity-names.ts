/**
 * The names by which systems and browsers look whether a captive portal stands between them and the internet. They are exact: a name
 * below one of them could carry anything. Blocking one makes a laptop say that there is no internet, and hides the portal.
 */
export const CONNECTIVITY_NAMES: ReadonlySet<string> = new Set([
  'captive.apple.com',
  'netcts.cdn-apple.com',
  'connectivitycheck.gstatic.com',
  'www.msftconnecttest.com',
  'ipv6.msftconnecttest.com',
  'dns.msftncsi.com',
  'detectportal.firefox.com',
  'nmcheck.gnome.org',
  'connectivity-check.ubuntu.com',
]);
