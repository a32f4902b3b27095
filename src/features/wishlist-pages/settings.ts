import { z } from 'zod';
import { flag, wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';
import { listLayouts, maxRowsOfPage } from './contract.ts';

export const wishlistPageSettings = defineSettings(
  'wishlist-pages',
  z.strictObject({
    showInListings: flag(true, 'Whether product cards have a wishlist button.'),
    perPage: wholeNumber(50, { min: 1, max: maxRowsOfPage }).describe('Rows on one page of a list.'),
    layout: z
      .enum(listLayouts)
      .default('table')
      .describe('How lists are shown: as rows, or as photographs with a panel of details.'),
    gridPopup: flag(
      true,
      'Whether a photograph of the layout `images-grid` opens a panel; else it links to the product, and the details are below it.',
    ),
    estimateForm: z.int().min(1).optional().meta({
      description:
        'Id of the contact form with which owners ask for an estimate of a list. The list is appended to the message.',
      'x-default': 'no such link',
    }),
    showStockAndPriceChanges: flag(true, 'Whether a row says how price and stock have changed since it was added.'),
  }),
);

export const wishlistScriptSettings = defineSettings(
  'wishlist-script',
  z.strictObject({
    enabled: flag(
      true,
      "Whether the shop's own script serves wishlists. Off for a shop that brings a wishlist script along; pages of lists have what that does not do.",
    ),
  }),
);
