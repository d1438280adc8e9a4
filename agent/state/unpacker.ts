import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Unpacker } from '../core/policy/bundle-keeper.ts';

const unpack = promisify(gunzip);

/** Unpacks by zlib, off the main thread. */
export const zlibUnpacker: Unpacker = {
  gunzip: (packed, maxBytes) => unpack(packed, { maxOutputLength: maxBytes }),
};
