/** An absolute http or https address in its normal form; null for anything else (file:, javascript:, a program's own scheme). */
export function webUrl(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
}
