import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { methodCommands } from './commands/method-commands.ts';
import { testCommand } from './commands/test-command.ts';
import { zoneCommands } from './commands/zone-commands.ts';
import { shippingErrors } from './errors.ts';
import { shippingSettings } from './settings.ts';

export const shipping: Feature = {
  name: 'shipping',
  needs: ['addresses', 'cart', 'catalog', 'delivery-dates', 'pricing'],
  permissions: [
    definePermission('shipping.read', 'See shipping zones and methods'),
    definePermission('shipping.write', 'Change shipping zones and methods'),
  ],
  settings: [shippingSettings],
  errors: [shippingErrors],
  commands: [...zoneCommands, ...methodCommands, testCommand],
};
