import type { SourceNetworks } from '../api/categories/source-bytes.ts';
import type { Settings } from './config/settings.ts';
import type { DataLayout } from './data-folder/layout.ts';

/** Where indexes of categories lie, and where their lists may be fetched from beside https on the public internet. */
export function categoryPlaces(
  settings: Pick<Settings, 'categoriesAllowCidrs' | 'categoriesAllowHttpCidrs'>,
  layout: Pick<DataLayout, 'categories'>,
): { readonly folder: string; readonly networks: SourceNetworks } {
  return {
    folder: layout.categories,
    networks: {
      allowCidrs: settings.categoriesAllowCidrs,
      allowHttpCidrs: settings.categoriesAllowHttpCidrs,
    },
  };
}
