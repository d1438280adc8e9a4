import { useEffect, useRef, useState } from 'react';

/** What is typed is asked for after this pause; a slow finger asks once. */
const ASK_MS = 40;
/** And is written into the address after this one: a browser limits how often the address may change. */
const WRITE_MS = 400;

export interface Typed {
  readonly text: string;
  /** The text to be asked for; undefined = none. */
  readonly asked: string | undefined;
  readonly change: (text: string) => void;
}

/**
 * A search text that is asked for at once and written into the address later. When the address changes by itself, as by Back, the text follows.
 * @param write keeps its identity
 */
export function useTyped(inAddress: string | undefined, write: (text: string | undefined) => void): Typed {
  const [text, setText] = useState(inAddress ?? '');
  const [asked, setAsked] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  const written = useRef(inAddress);
  if (seen !== inAddress) {
    setSeen(inAddress);
    // What the page has written itself is older than what is typed now.
    if (inAddress !== written.current) {
      setText(inAddress ?? '');
      setAsked(inAddress);
    }
  }
  const wanted = text.trim() === '' ? undefined : text.trim();
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), ASK_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  useEffect(() => {
    if (wanted === inAddress) return;
    const timer = setTimeout(() => {
      written.current = wanted;
      write(wanted);
    }, WRITE_MS);
    return () => clearTimeout(timer);
  }, [wanted, inAddress, write]);
  return { text, asked, change: setText };
}
