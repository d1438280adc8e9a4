/** How long a toast stays (milliseconds). */
export const TOAST_MS = 10_000;

/** What was done, with the way back where there is one. */
export interface Toast {
  readonly text: string;
  readonly undo?: () => Promise<unknown>;
}

export type ShownToast = Toast & { readonly id: number };

let toasts: readonly ShownToast[] = [];
let last = 0;
const listeners = new Set<() => void>();

/** Says what was done, for ten seconds, without taking the focus. */
export function toast(said: Toast): void {
  last += 1;
  // The oldest makes room: more than three hide the page.
  change([...toasts.slice(-2), { ...said, id: last }]);
}

export function dismissToast(id: number): void {
  change(toasts.filter((one) => one.id !== id));
}

export function shownToasts(): readonly ShownToast[] {
  return toasts;
}

export function listenToToasts(heard: () => void): () => void {
  listeners.add(heard);
  return () => {
    listeners.delete(heard);
  };
}

function change(next: readonly ShownToast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
