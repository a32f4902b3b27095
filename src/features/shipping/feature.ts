import type { Feature } from '#platform/features/feature.ts';
import { methodCommands } from './commands/method-commands.ts';
import { testCommand } from './commands/test-command.ts';
import { zoneCommands } from './commands/zone-commands.ts';
import { shippingErrors } from './errors.ts';
import { shippingSettings } from './settings.ts';

export const shipping: Feature = {
  name: 'shipping',
  needs: ['addresses', 'cart', 'catalog', 'delivery-dates', 'pricing'],
  settings: [shippingSettings],
  errors: [shippingErrors],
  commands: [...zoneCommands, ...methodCommands, testCommand],
};
