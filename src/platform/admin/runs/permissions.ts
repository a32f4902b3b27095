import { definePermission } from '#platform/features/permissions.ts';

export const manageRuns = definePermission('runs.manage', 'See, stop and undo the runs of others');
