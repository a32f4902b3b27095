import type { Feature } from '#platform/features/feature.ts';
import { stockCommands } from './commands.ts';
import { stockErrors } from './errors.ts';
import { stockDisplayChanged, stockFell, stockRose } from './events.ts';

export const inventory: Feature = {
  name: 'inventory',
  needs: [],
  events: [stockDisplayChanged, stockRose, stockFell],
  commands: stockCommands,
  errors: [stockErrors],
};
