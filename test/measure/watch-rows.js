// Runs in the page, before its own scripts: looks at each frame whether the first row is what was asked for.

/** Since the page was asked for, until its first row could be read (milliseconds); null = not yet. */
globalThis.rowsAt = null;
/** From each keystroke until the first row had what was typed (milliseconds). */
globalThis.keystrokes = [];

let asked = null;
document.addEventListener(
  'input',
  ({ target, timeStamp }) => {
    asked = target.value === '' ? null : { text: target.value, at: timeStamp };
  },
  true,
);

function look() {
  const first = document.querySelector('[role="row"][data-index="0"] a')?.textContent ?? null;
  if (first !== null) globalThis.rowsAt ??= performance.now();
  if (asked !== null && first?.includes(asked.text) === true) {
    globalThis.keystrokes.push(performance.now() - asked.at);
    asked = null;
  }
  requestAnimationFrame(look);
}
requestAnimationFrame(look);
