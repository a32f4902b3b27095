import { sql } from 'drizzle-orm';
import { readStaff } from '#features/accounts/index.ts';
import type { HomeTile } from '#platform/admin/home.ts';
import { staffPath } from '../contract.ts';
import { staffTexts } from '../texts.ts';

export const openInvitations: HomeTile = {
  id: 'staff.invitations',
  requires: readStaff.name,
  text: staffTexts.waitingInvitations,
  rows: () => sql`select id from staff_invitations`,
  list: { path: `${staffPath}#invitations` },
};
