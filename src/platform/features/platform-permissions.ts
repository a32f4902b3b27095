import { openBackOffice } from '#platform/admin/admin.ts';
import { readAudit } from '#platform/admin/audit/permissions.ts';
import { shareViews } from '#platform/admin/lists/views/share-views.ts';
import { manageRuns } from '#platform/admin/runs/permissions.ts';
import { definePermission } from './permissions.ts';

export const platformPermissions = [
  openBackOffice,
  shareViews,
  readAudit,
  manageRuns,
  definePermission('settings.read', 'See settings and their history'),
  definePermission('settings.write', 'Change settings'),
  definePermission('mails.read', 'Read the mails that the shop sends'),
  definePermission('mails.write', 'Send a mail once more'),
  definePermission('jobs.read', 'See jobs that wait, run or failed'),
  definePermission('jobs.write', 'Try failed jobs again, and remove them'),
] as const;
