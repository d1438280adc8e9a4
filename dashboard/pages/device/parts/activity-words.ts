import type { Activity } from '../../../../sdk/node/index.ts';
import { categoryName } from '../../../../words/categories.ts';
import { duration } from '../../../app/time/tell.ts';
import { language } from '../../../app/words/language.ts';

export function activityCategory({ category }: Activity): string {
  return category === null ? '–' : categoryName(category, language());
}

export function activitySeconds({ durationSeconds }: Activity): string {
  return durationSeconds === null ? '–' : duration(durationSeconds);
}
