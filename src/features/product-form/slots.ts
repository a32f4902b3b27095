import type { ReactNode } from 'react';
import type { ProductView } from '#features/catalog/index.ts';
import { defineSlot } from '#platform/features/slots.ts';

/** Content below the button, inside the form of a product page or quick view. */
export const productSummary = defineSlot<{ readonly product: ProductView }, ReactNode>('product.summary');
export interface ProductExpressInput {
  readonly product: ProductView;
  /**
   * Id of the product form around the buttons. Its fields tell what is bought, and its main button whether it can be
   * bought.
   */
  readonly formId: string;
}

/** Wallet buttons below 'Add to cart' on the page of a product that can be bought. The page is cached. */
export const productExpress = defineSlot<ProductExpressInput, ReactNode>('product.express');
/**
 * Content below the form of a product for shoppers who find it sold out, such as an alert for when it is back in
 * stock. Filled for every product: a filler returns null when it has nothing to say. Scripts of the content can
 * follow the chosen variation by `vt:variation-changed`.
 */
export const productSoldOut = defineSlot<{ readonly product: ProductView }, ReactNode>('product.sold-out');
/** Content below the description of a product page. */
export const productTabs = defineSlot<{ readonly product: ProductView }, ReactNode>('product.tabs');
export interface GalleryCornerInput {
  readonly product: ProductView;
  /** Id of the product form beside the gallery; null when the product has no form. */
  readonly formId: string | null;
}

/** Content in a corner of the gallery of a product page. */
export const galleryCorner = defineSlot<GalleryCornerInput, ReactNode>('gallery.corner');
