import { Fault } from '../../kit/fault.ts';

/** A refusal of one member of the body that the schema alone cannot judge. @param pointer RFC 6901 in URI form, `#/ou` */
export function fieldFault(pointer: string, code: string, detail: string, cause?: unknown): Fault {
  return new Fault('validation_failed', detail, {
    cause,
    extras: { errors: [{ in: 'body', pointer, code, detail }] },
  });
}

/** The one answer for what does not exist, is another organisation's, or lies outside of the key's unit. */
export function notFound(what: string): Fault {
  return new Fault('not_found', `There is no such ${what}.`);
}
