import type { Feature } from '#platform/features/feature.ts';
import { customerCommands } from './commands.ts';
import { customerErrors } from './errors.ts';

export const customers: Feature = {
  name: 'customers',
  needs: ['addresses'],
  commands: customerCommands,
  errors: [customerErrors],
};
