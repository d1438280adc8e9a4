const DIGITS = 6;
/** The greatest multiple of ten in a byte: bytes above it would make some digits likelier. */
const FAIR = 250;

/** A PIN of six digits, each as likely as any other. */
export function newPin(): string {
  let pin = '';
  while (pin.length < DIGITS)
    for (const byte of crypto.getRandomValues(new Uint8Array(DIGITS)))
      if (byte < FAIR && pin.length < DIGITS) pin += String(byte % 10);
  return pin;
}
