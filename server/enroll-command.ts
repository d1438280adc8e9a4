import { isInstalled } from './installation.ts';

/** What is typed on a device to enroll it. */
export function enrollCommand(server: string, token: string): string {
  return `${isInstalled() ? 'sudo' : 'npx'} schoolgate-agent enroll --server ${server} --token ${token}`;
}
