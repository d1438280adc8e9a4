/** What is typed on a device to enrol it. */
export function enrolCommand(server: string, token: string): string {
  return `npx schoolgate-agent enroll --server ${server} --token ${token}`;
}
