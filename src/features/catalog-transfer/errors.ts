import { defineErrors } from '#platform/features/error-codes.ts';

export const importErrors = defineErrors('Product import', {
  COLUMN_NOT_READ: {
    level: 'error',
    means:
      'A column has no known name, and its cells look like the kind, SKU, price or attribute of products, which no other column has. Nothing was imported.',
    action: 'Say what it is: `--column "Artikelnummer=SKU"`; or leave it out: `--column "Artikelnummer="`.',
  },
  PRICE_ROUNDED: { level: 'warning', means: 'A price has more decimals than the currency; it was rounded.' },
  VARIATIONS_SKIPPED: {
    level: 'error',
    means: 'A product was skipped, and with it the variations that the message names.',
    action: 'Correct the product, and import the file again.',
  },
  UNKNOWN_TYPE: {
    level: 'error',
    means: 'Unknown product type.',
    action: 'Use simple, variable, grouped, external or variation.',
  },
  NO_IDENTITY: { level: 'error', means: 'A row has no ID, SKU or name.' },
  UNKNOWN_PARENT: {
    level: 'error',
    means: "A variation's product is neither in the shop nor in the file, is a variation itself, or is not variable.",
  },
  UNKNOWN_PRODUCT: {
    level: 'warning',
    means: 'An upsell, cross-sell or grouped product is neither in the shop nor in the file.',
  },
  NO_MEMBER: { level: 'warning', means: 'A product is linked to itself, or a group would contain itself.' },
  UNKNOWN_IMAGE: {
    level: 'warning',
    means: 'An image is not an address, and no image has this name. A product without images shows a placeholder.',
    action: 'Addresses begin with http:// or https://; `--images` names a folder.',
  },
  UNSAFE_IMAGE: {
    level: 'warning',
    means: "An image's name leads out of the folder. A product without images shows a placeholder.",
  },
  IMAGE_NOT_HAD: {
    level: 'warning',
    means: 'An image could not be fetched; the message says why (see Images).',
    action: 'Import the file again later to retry.',
  },
  VALUE_KEPT: {
    level: 'warning',
    means: 'The row removes an attribute or a term that a variation of the product still has. It was kept.',
    action: 'Give the variation another term, in the same file or before.',
  },
  VALUE_TWICE: {
    level: 'warning',
    means: 'Values of an attribute differ only in case: they are one value.',
    action: 'Rename one of them if their variations differ.',
  },
  SALE_DROPPED: { level: 'warning', means: 'The sale price is not below the regular price; there is no sale.' },
  PASSWORD_DROPPED: { level: 'warning', means: 'The product had a password; it is private instead.' },
  REFUSED: { level: 'error', means: 'The row contradicts what is in the shop (see Products).' },
});

export const redirectErrors = defineErrors('Redirects', {
  SOURCE_INVALID: { means: 'The old address is no path of this shop, or has a query.' },
  SOURCE_RESERVED: { means: 'The old address is one that the shop itself answers.' },
  SOURCE_TAKEN: { means: 'The old address has a redirect already.' },
  TARGET_INVALID: { means: 'The new address is neither a path of this shop nor a whole address.' },
  TARGET_NOT_ALLOWED: {
    means: 'The new address is on a host that the setting `catalog-transfer.redirectHosts` does not name.',
    action: 'Add the host to the setting, if redirects may lead there.',
  },
  REDIRECT_LOOP: { means: 'The redirect leads back to its old address, or over more than 10 redirects.' },
  REDIRECT_GONE: { means: 'The redirect was deleted.' },
});
