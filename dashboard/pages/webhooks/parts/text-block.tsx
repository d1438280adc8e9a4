import { webhooksWords } from '../words.ts';

/** Text of a machine, folded; JSON is set in lines. */
export function TextBlock({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <details className="webhooks-text">
      <summary>{label}</summary>
      {text === '' ? (
        <p className="quiet">{webhooksWords.read().emptyAnswer}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        <section tabIndex={0} aria-label={label}>
          <pre>{inLines(text)}</pre>
        </section>
      )}
    </details>
  );
}

function inLines(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
