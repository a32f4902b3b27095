import { defineErrors } from '#platform/features/error-codes.ts';

export const demoErrors = defineErrors('Demo catalogue', {
  SHOP_HAS_PRODUCTS: {
    means: 'The generated catalogue is only for shops without products of their own.',
    action: 'To add it nevertheless: `shop demo --generated --force`',
  },
});
