import type { Feature } from '#platform/features/feature.ts';
import { taxCommands } from './commands.ts';
import { taxErrors } from './errors.ts';

export const taxes: Feature = {
  name: 'taxes',
  needs: ['addresses', 'pricing'],
  errors: [taxErrors],
  commands: taxCommands,
};
