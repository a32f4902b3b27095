import type { Feature } from '#platform/features/feature.ts';
import { correctAddress, registerAddressRoutes } from './address-page.tsx';
import { manualOrderCommands } from './commands.ts';
import { manualOrderErrors } from './errors.ts';
import { manualOrderTexts } from './texts.ts';

export const manualOrders: Feature = {
  name: 'manual-orders',
  needs: ['addresses', 'cart', 'catalog', 'checkout', 'orders', 'payments', 'pricing', 'uploads'],
  mutations: [correctAddress],
  admin: { routes: registerAddressRoutes },
  texts: [manualOrderTexts],
  commands: manualOrderCommands,
  errors: [manualOrderErrors],
};
