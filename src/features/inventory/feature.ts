import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { stockCommands } from './commands.ts';
import { stockErrors } from './errors.ts';
import { stockDisplayChanged, stockFell, stockRose } from './events.ts';

export const inventory: Feature = {
  name: 'inventory',
  needs: [],
  permissions: [
    definePermission('stock.read', 'See stock'),
    definePermission('stock.write', 'Count and receive stock'),
  ],
  events: [stockDisplayChanged, stockRose, stockFell],
  commands: stockCommands,
  errors: [stockErrors],
};
