import type { SourceNetworks } from '../../api/categories/source-bytes.ts';
import { SHIPPED_NAMES_FILE } from '../../contracts/categories/shipped-names.ts';
import { shippedFile } from '../config/installation.ts';
import type { Settings } from '../config/settings.ts';
import type { DataLayout } from '../data-folder/layout.ts';

/** Where category indexes and shipped names are stored, and from where lists may be fetched beside https on the public internet. */
export function categoryPlaces(
  settings: Pick<Settings, 'categoriesShippedFile' | 'categoriesAllowCidrs' | 'categoriesAllowHttpCidrs'>,
  layout: Pick<DataLayout, 'categories'>,
): { readonly folder: string; readonly shippedFile: string; readonly networks: SourceNetworks } {
  return {
    folder: layout.categories,
    shippedFile: settings.categoriesShippedFile ?? shippedFile(SHIPPED_NAMES_FILE),
    networks: {
      allowCidrs: settings.categoriesAllowCidrs,
      allowHttpCidrs: settings.categoriesAllowHttpCidrs,
    },
  };
}
