import type { ReactNode } from 'react';
import type { ProductView } from '#features/catalog/index.ts';
import { defineSlot } from '#platform/features/slots.ts';

/** Below the button, inside the product form. */
export const productSummary = defineSlot<{ readonly product: ProductView }, ReactNode>('product.summary');
/** Below the product's description. */
export const productTabs = defineSlot<{ readonly product: ProductView }, ReactNode>('product.tabs');
/** In a corner of the gallery. */
export const galleryCorner = defineSlot<{ readonly product: ProductView }, ReactNode>('gallery.corner');
