/** The address that a sign-in link is. */
export function signInLink(url: string, secret: string): string {
  return `${url}/sign-in?token=${secret}`;
}
