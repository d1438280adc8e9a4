/** RFC 3339, section 5.6; in a query `+` may have become a space. */
const DATE = '[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])';
const TIME = '(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?';
const OFFSET = '(?:[Zz]|[+ -](?:[01][0-9]|2[0-3]):[0-5][0-9])';

/** A date-time. */
export const DATE_TIME_PATTERN = `^${DATE}[Tt]${TIME}${OFFSET}$`;
/** A date-time or a date. */
export const MOMENT_PATTERN = `^${DATE}(?:[Tt]${TIME}${OFFSET})?$`;
