const etags = new WeakMap<object, string>();

/** The version that the server named when it sent this object (`ETag`, RFC 9110, 8.8.3); undefined for an object that did not come so. */
export function etagOf(object: object): string | undefined {
  return etags.get(object);
}

export function rememberEtag(object: object, etag: string | null): void {
  if (etag !== null) etags.set(object, etag);
}
