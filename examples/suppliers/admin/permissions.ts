import { definePermission } from '#platform/features/permissions.ts';

export const readSuppliers = definePermission('suppliers.read', 'See suppliers');
export const writeSuppliers = definePermission('suppliers.write', 'Add and change suppliers');
