import { definePermission } from '#platform/features/permissions.ts';

export const readAudit = definePermission('audit.read', 'See who changed what, and when');
