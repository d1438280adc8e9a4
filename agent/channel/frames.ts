/** Messages between agent and worker: four bytes of length (big-endian), then as many bytes of JSON in UTF-8. */

const HEADER_BYTES = 4;

export function encodeFrame(message: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  const frame = Buffer.allocUnsafe(HEADER_BYTES + body.length);
  frame.writeUInt32BE(body.length, 0);
  body.copy(frame, HEADER_BYTES);
  return frame;
}

/** The other side does not keep to this form; nothing more is read from it. */
export class BadFrame extends Error {
  override readonly name = 'BadFrame';
}

/** Puts frames together from what arrives. `take` gives the messages that are whole now. @throws BadFrame */
export interface FrameReader {
  take(chunk: Buffer): readonly unknown[];
}

/** @param maxBytes of one message's JSON: more is refused before it is kept */
export function createFrameReader(maxBytes: number): FrameReader {
  let parts: Buffer[] = [];
  let length = 0;

  const gather = (bytes: number): Buffer => {
    const [first] = parts;
    const all = parts.length === 1 && first !== undefined ? first : Buffer.concat(parts, length);
    parts = all.length > bytes ? [all.subarray(bytes)] : [];
    length = all.length - bytes;
    return all.subarray(0, bytes);
  };
  const peekHeader = (): number => {
    const [first] = parts;
    if (first === undefined || first.length < HEADER_BYTES) parts = [Buffer.concat(parts, length)];
    return parts[0]?.readUInt32BE(0) ?? 0;
  };

  return {
    take(chunk) {
      parts.push(chunk);
      length += chunk.length;
      const messages: unknown[] = [];
      while (length >= HEADER_BYTES) {
        const bytes = peekHeader();
        if (bytes > maxBytes) throw new BadFrame(`a message of ${bytes} bytes; at most ${maxBytes} are read`);
        if (length < HEADER_BYTES + bytes) break;
        messages.push(parse(gather(HEADER_BYTES + bytes).subarray(HEADER_BYTES)));
      }
      return messages;
    },
  };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (error) {
    throw new BadFrame('a message that is no JSON', { cause: error });
  }
}
