/** Longer than any line that names a host (bytes). The rest of a longer line is skipped and not kept. */
export const MAX_LINE_BYTES = 4_096;

const LINE_FEED = 10;
const BYTE_ORDER_MARK = /^\uFEFF/;

/** Splits a text that arrives in pieces into lines, without their line ends. */
export interface LineSplitter {
  push(chunk: Uint8Array): void;
  /** Passes on the last line if it has no line end. */
  end(): void;
}

/**
 * Splits UTF-8 text. Lines end with LF or CRLF; the first line may begin with a byte order mark. At most one line is kept in memory.
 * @param tooLong called instead of `line` for one that is longer than MAX_LINE_BYTES
 */
export function createLineSplitter(line: (text: string) => void, tooLong: () => void): LineSplitter {
  let kept: Uint8Array[] = [];
  let keptBytes = 0;
  let isFirst = true;

  const add = (piece: Uint8Array): void => {
    keptBytes += piece.byteLength;
    if (keptBytes <= MAX_LINE_BYTES) kept.push(piece);
    else kept = [];
  };
  const finish = (): void => {
    if (keptBytes > MAX_LINE_BYTES) tooLong();
    else {
      const text = Buffer.concat(kept).toString('utf8').replace(/\r$/, '');
      line(isFirst ? text.replace(BYTE_ORDER_MARK, '') : text);
    }
    isFirst = false;
    kept = [];
    keptBytes = 0;
  };

  return {
    push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
        add(chunk.subarray(start, end));
        finish();
        start = end + 1;
      }
      // A copy, because the stream may reuse its buffer.
      if (start < chunk.byteLength)
        add(keptBytes > MAX_LINE_BYTES ? chunk.subarray(start) : chunk.slice(start));
    },
    end() {
      if (keptBytes > 0) finish();
    },
  };
}
