import type { ReactNode } from 'react';
import type { ProductView } from '#features/catalog/index.ts';
import { defineSlot } from '#platform/features/slots.ts';

/** Content below the button, inside the form of a product page or quick view. */
export const productSummary = defineSlot<{ readonly product: ProductView }, ReactNode>('product.summary');
export interface ProductExpressInput {
  readonly product: ProductView;
  /** Id of the product form around it: what is bought is in its fields, and its main button says whether it can be. */
  readonly formId: string;
}

/** Buttons of wallets below 'Add to cart' on the page of a product that can be bought. The page is cached. */
export const productExpress = defineSlot<ProductExpressInput, ReactNode>('product.express');
/**
 * Content below the form of a product that says what to do when something is sold out, such as an alert for
 * its return. Asked of every product: a filler returns null where it has nothing to say. It follows the chosen
 * variation by `vt:variation-changed`.
 */
export const productSoldOut = defineSlot<{ readonly product: ProductView }, ReactNode>('product.sold-out');
/** Content below the description of a product page. */
export const productTabs = defineSlot<{ readonly product: ProductView }, ReactNode>('product.tabs');
export interface GalleryCornerInput {
  readonly product: ProductView;
  /** Of the product form beside the gallery; null when the product has none. */
  readonly formId: string | null;
}

/** Content in a corner of the gallery of a product page. */
export const galleryCorner = defineSlot<GalleryCornerInput, ReactNode>('gallery.corner');
