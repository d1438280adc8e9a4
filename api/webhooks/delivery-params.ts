import { Type } from 'typebox';
import { closed, IdOf } from '../../contracts/rest/resources.ts';

/** The path parameters of one delivery of a webhook. */
export const deliveryParams = Type.Object({ id: IdOf('whk'), deliveryId: IdOf('dlv') }, closed);
