import { common } from '../../../app/words/common.ts';

/** A unit as people read it: `/Springfield/High` is `Springfield › High`. */
export function unitName(path: string): string {
  return path === '/' ? common.read().wholeSchool : path.slice(1).replaceAll('/', ' › ');
}
