import type { ReactNode } from 'react';
import { slot } from '#platform/features/slots.ts';
import type { ProductCard } from './cards.ts';
import type { ProductView } from './product-view.ts';

/** Under the button of a product's form, inside the form. */
export const productSummary = slot<{ readonly product: ProductView }, ReactNode>('product.summary');
/** Below a product's own text. */
export const productTabs = slot<{ readonly product: ProductView }, ReactNode>('product.tabs');
/** On a corner of a product's photographs. */
export const galleryCorner = slot<{ readonly product: ProductView }, ReactNode>('gallery.corner');
/** On cards: asked once for all cards of a list, so that a filler needs one query; answers by product id. */
export const cardActions = slot<{ readonly products: readonly ProductCard[] }, ReadonlyMap<number, ReactNode>>(
  'product.card.actions',
);
