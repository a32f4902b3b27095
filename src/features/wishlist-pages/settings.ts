import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';
import { listLayouts } from './contract.ts';

export const wishlistPageSettings = defineSettings(
  'wishlist-pages',
  z.strictObject({
    buttonPosition: z
      .enum(['add-to-cart', 'thumbnails'])
      .default('add-to-cart')
      .describe('Where a product page has its wishlist button: below "add to cart", or in a corner of the gallery.'),
    showInListings: z.boolean().default(true).describe('Whether product cards have a wishlist button.'),
    popup: z
      .boolean()
      .default(false)
      .describe('Whether the button asks for the list in a popup, where shoppers can have more than one.'),
    hideAddButton: z
      .boolean()
      .default(false)
      .describe('Whether a product that is in a list can no longer be added to another one from its button.'),
    perPage: z.int().min(1).max(90).default(50).describe('Rows on one page of a list.'),
    layout: z
      .enum(listLayouts)
      .default('table')
      .describe('How lists are shown: as rows, or as photographs with a panel of details.'),
    gridPopup: z
      .boolean()
      .default(true)
      .describe('Whether a photograph of the layout `images-grid` opens a panel; else it links to the product.'),
    sortable: z.boolean().default(true).describe('Whether owners can sort the rows of a list.'),
    mobileWidth: z
      .int()
      .min(0)
      .max(4000)
      .default(768)
      .describe('Width of the window in px up to which scripts reload a list in its mobile layout.'),
    showStockAndPriceChanges: z
      .boolean()
      .default(true)
      .describe('Whether a row says how price and stock have changed since it was added.'),
  }),
);
