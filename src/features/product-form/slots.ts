import type { ReactNode } from 'react';
import type { ProductView } from '#features/catalog/index.ts';
import { defineSlot } from '#platform/features/slots.ts';

/** Under the button of a product's form, inside the form. */
export const productSummary = defineSlot<{ readonly product: ProductView }, ReactNode>('product.summary');
/** Below a product's own text. */
export const productTabs = defineSlot<{ readonly product: ProductView }, ReactNode>('product.tabs');
/** On a corner of a product's photographs. */
export const galleryCorner = defineSlot<{ readonly product: ProductView }, ReactNode>('gallery.corner');
