import { benchDns } from './dns.ts';
await benchDns({ names: 300_000 });
