import { type RefObject, useLayoutEffect, useState } from 'react';

/** The list is never lower than this, so that some rows are seen on a phone held across. */
const LEAST_PX = 320;
const BELOW_PX = 24;

/** The height that reaches to the foot of the window. */
export function useFill(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(LEAST_PX);
  useLayoutEffect(() => {
    const measure = (): void => {
      const top = element.current?.getBoundingClientRect().top ?? 0;
      setHeight(Math.max(LEAST_PX, Math.floor(window.innerHeight - top - window.scrollY - BELOW_PX)));
    };
    measure();
    // What stands above grows and shrinks: chips, the bar of the selected.
    const observer = new ResizeObserver(measure);
    for (const block of element.current?.closest('.page')?.children ?? []) observer.observe(block);
    for (const block of element.current?.parentElement?.children ?? [])
      if (block !== element.current) observer.observe(block);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [element]);
  return height;
}
