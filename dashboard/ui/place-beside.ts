/** Room between a menu and what opens it, and between it and the edge of the window (pixels). */
const GAP = 4;

/** Places and uncovers what lies in the top layer below its button, or above where there is no room; within the window. */
export function placeBeside(shown: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = shown;
  const below = at.bottom + GAP;
  const above = at.top - GAP - height;
  const top = below + height > window.innerHeight && above >= 0 ? above : below;
  const left = at.left + width > window.innerWidth ? at.right - width : at.left;
  shown.style.top = `${Math.max(GAP, Math.min(top, window.innerHeight - height - GAP))}px`;
  shown.style.left = `${Math.max(GAP, left)}px`;
  shown.dataset.placed = '';
}
