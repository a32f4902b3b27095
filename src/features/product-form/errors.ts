import { defineErrors } from '#platform/features/error-codes.ts';

export const productFormErrors = defineErrors('Live price', {
  NOT_FOUND: { status: 404, means: 'The product does not exist.', action: 'Reload the page.' },
  MAKE_A_SELECTION: {
    status: 400,
    means: 'The product has options and not all are selected.',
    action: 'Select all options.',
  },
  UNAVAILABLE: {
    status: 400,
    means: 'The product or this combination is not for sale.',
    action: 'Choose another one.',
  },
  ADDON_TOO_LONG: { status: 400, means: "An add-on's text is too long.", action: 'Shorten it.' },
  ADDON_TOO_MANY_FILES: { status: 400, means: 'An add-on has more files than it takes.', action: 'Remove some.' },
  ADDON_UNKNOWN_OPTION: {
    status: 400,
    means: 'The add-on has no such option, or allows only one.',
    action: 'Reload the product.',
  },
});
