/** Texts that makers leave in the firmware when they do not fill it in. They identify nothing, because thousands of computers share them. */
const FILLERS =
  /^(to be filled by o\.?e\.?m\.?|default( string)?|system (serial number|product name|manufacturer|version)|not (applicable|available|specified)|none|n\/?a|o\.?e\.?m\.?|unknown|invalid|empty|chassis serial number|x+|0+|1234567(89?0?)?|[-. ]*)$/i;

/** One field of the hardware's description; null when it is absent or a filler. */
export function hardwareText(text: string | null | undefined): string | null {
  // Control characters come from half-empty firmware tables.
  const plain = (text ?? '').replace(/\p{Cc}/gu, ' ').trim();
  return FILLERS.test(plain) ? null : plain;
}
