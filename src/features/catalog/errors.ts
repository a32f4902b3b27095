import { defineErrors } from '#platform/features/error-codes.ts';

export const productErrors = defineErrors('Products', {
  SKU_NOT_FOUND: { means: 'No product has this SKU.', action: 'Search: `shop products list --find`' },
  REFUSED: { means: 'The change was rejected; the codes below say why.' },
  INVALID: {
    means: 'A value is not allowed, such as a sale price above the price.',
    action: 'The message names field and reason.',
  },
  NOT_FOUND: { means: 'The product or variation to change does not exist.' },
  SKU_TAKEN: {
    means: 'Another product or variation has this SKU. Case makes no difference.',
    action: 'Choose another.',
  },
  SLUG_TAKEN: { means: 'Another product has this slug.', action: 'Choose another.' },
  IMPORT_ID_TAKEN: { means: 'Another product was imported with this ID.' },
  TERM_IN_USE: {
    means: 'A variation still uses the attribute or term to be removed.',
    action: 'Change the variation first.',
  },
  TERMS_TAKEN: {
    means: 'Another variation of the product has the same terms, so that only one of them could be chosen.',
    action: 'Give it other terms. Values that differ only in case are the same.',
  },
  TERM_NOT_OF_PRODUCT: {
    means: 'A variation has an attribute or term that its product lacks.',
    action: 'Add it to the product first.',
  },
  NOT_IN_FOLDER: { means: "The import's folder has no file of this name." },
  TARGET_NOT_FOUND: { means: 'The product or category that the old address shall lead to does not exist.' },
  TARGET_IS_ITSELF: { means: 'The old address of a deleted product can’t lead to the same product.' },
});
