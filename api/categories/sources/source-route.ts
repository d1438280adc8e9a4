import { Type } from 'typebox';
import { CATEGORY_SOURCE_ID } from '../../../contracts/rest/categories.ts';
import { closed } from '../../../contracts/rest/resources.ts';
import type { RouteTools } from '../../http/route.ts';
import type { BackgroundUpdates } from '../background-updates.ts';

/** What the endpoints of sources use beside what all do. */
export interface SourceRouteTools extends RouteTools {
  readonly categoryUpdates: BackgroundUpdates;
}

/** People choose the ids of sources. A malformed one is one that does not exist. */
export const SOURCE_PARAMS = Type.Object(
  { id: Type.String({ pattern: CATEGORY_SOURCE_ID, minLength: 1, maxLength: 40 }) },
  closed,
);
