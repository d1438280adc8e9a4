import { Fault } from '../../kit/fault.ts';

/** A refusal of one member of the body for a reason that the schema cannot check. @param pointer RFC 6901 in URI form, `#/ou` */
export function fieldFault(pointer: string, code: string, detail: string, cause?: unknown): Fault {
  return new Fault('validation_failed', detail, {
    cause,
    extras: { errors: [{ in: 'body', pointer, code, detail }] },
  });
}

/** The one answer for something that does not exist, belongs to another organisation, or lies outside of the key's unit. */
export function notFound(what: string): Fault {
  return new Fault('not_found', `There is no such ${what}.`);
}
