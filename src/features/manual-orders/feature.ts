import type { Feature } from '#platform/features/feature.ts';
import { manualOrderCommands } from './commands.ts';
import { manualOrderErrors } from './errors.ts';

export const manualOrders: Feature = {
  name: 'manual-orders',
  needs: ['addresses', 'cart', 'catalog', 'checkout', 'orders', 'payments', 'pricing', 'uploads'],
  commands: manualOrderCommands,
  errors: [manualOrderErrors],
};
