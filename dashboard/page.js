/** Fetches JSON of this server. A session that has ended leads back to the first page, which says how to sign in. */
export async function call(path, options) {
  const response = await fetch(path, {
    ...options,
    headers: { accept: 'application/json', ...options?.headers },
  });
  if (response.status === 401) {
    location.assign('/');
    throw new Error('The session has ended.');
  }
  const body = await response.json();
  if (!response.ok) throw new Error(body.detail ?? `The server answered ${response.status}.`);
  return body;
}

/** An element with text or children; never HTML from data. */
export function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className !== '') made.className = className;
  made.append(...children);
  return made;
}
