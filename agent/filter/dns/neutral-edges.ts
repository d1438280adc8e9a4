import { parentOf } from '../../../contracts/policy/host.ts';

/**
 * Domains of content networks, load balancers and hosting services to which sites of every kind are aliases. A list entry about one of them says
 * nothing about such a site. Each entry covers all names below it.
 */
const EDGES: ReadonlySet<string> = new Set([
  'akadns.net',
  'akam.net',
  'akamai.net',
  'akamaiedge.net',
  'akamaihd.net',
  'akamaized.net',
  'edgekey.net',
  'edgesuite.net',
  'cloudfront.net',
  'awsglobalaccelerator.com',
  'elb.amazonaws.com',
  'amazonaws.com',
  'azurefd.net',
  'azureedge.net',
  'trafficmanager.net',
  't-msedge.net',
  'a-msedge.net',
  'cloudapp.net',
  'cloudapp.azure.com',
  'cdn.cloudflare.net',
  'cloudflare.net',
  'fastly.net',
  'fastlylb.net',
  'fastly-edge.com',
  'cdn77.org',
  'cdn77.net',
  'b-cdn.net',
  'kxcdn.com',
  'gcdn.co',
  'edgecastcdn.net',
  'llnwd.net',
  'stackpathdns.com',
  'incapdns.net',
  'impervadns.net',
  'cachefly.net',
  'cdngslb.com',
  'l.google.com',
  'l.googleusercontent.com',
  'ghs.googlehosted.com',
  'googlehosted.com',
  'vercel-dns.com',
  'netlifyglobalcdn.com',
  'herokudns.com',
  'wpengine.com',
]);

/** Whether a name belongs to such a service, and is no reason to block the sites that use it. */
export function isNeutralEdge(name: string): boolean {
  for (let at: string | null = name; at !== null; at = parentOf(at)) if (EDGES.has(at)) return true;
  return false;
}
