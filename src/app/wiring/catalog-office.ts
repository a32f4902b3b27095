import { catalogTerms } from '#features/catalog-terms/index.ts';
import { importOffice } from '#features/import-office/index.ts';
import { productEditor } from '#features/product-editor/index.ts';
import { stockControl } from '#features/stock-control/index.ts';
import { variationGrid } from '#features/variation-grid/index.ts';
import type { Feature } from '#platform/features/feature.ts';

/** Features for the catalogue in the back office, in the order of the navigation. */
export const catalogOffice: readonly Feature[] = [
  productEditor,
  variationGrid,
  catalogTerms,
  stockControl,
  importOffice,
];
