import { definePermission } from '#platform/features/permissions.ts';

export const readStaff = definePermission('staff.read', 'See who is staff, and what the roles allow');
export const manageStaff = definePermission(
  'staff.manage',
  'Let people in, take the back office from them, change roles',
  { isDangerous: true },
);
