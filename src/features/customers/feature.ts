import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { customerCommands } from './commands.ts';
import { customerErrors } from './errors.ts';

export const customers: Feature = {
  name: 'customers',
  needs: ['addresses'],
  permissions: [
    definePermission('customers.read', 'See customers'),
    definePermission('customers.write', 'Change customers, also whether they pay taxes'),
    definePermission('customers.export', 'Get all that the shop has of a person', { isDangerous: true }),
    definePermission('customers.erase', 'Delete accounts and all messages of a person', { isDangerous: true }),
  ],
  commands: customerCommands,
  errors: [customerErrors],
};
