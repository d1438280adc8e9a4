/** Unpacks gzip (RFC 1952). */
export interface Unpacker {
  /** Rejects for anything that is not whole gzip, and as soon as it unpacks to more than `maxBytes`: a bomb fills no memory. */
  gunzip(packed: Uint8Array, maxBytes: number): Promise<Uint8Array>;
}
