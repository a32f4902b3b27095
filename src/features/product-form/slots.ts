import type { ReactNode } from 'react';
import type { ProductView } from '#features/catalog/index.ts';
import { defineSlot } from '#platform/features/slots.ts';

/** Content below the button, inside the form of a product page or quick view. */
export const productSummary = defineSlot<{ readonly product: ProductView }, ReactNode>('product.summary');
/** Content below the description of a product page. */
export const productTabs = defineSlot<{ readonly product: ProductView }, ReactNode>('product.tabs');
/** Content in a corner of the gallery of a product page. */
export const galleryCorner = defineSlot<{ readonly product: ProductView }, ReactNode>('gallery.corner');
