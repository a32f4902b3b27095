import { adminPath } from '#platform/admin/contract.ts';
import { definePermission } from '#platform/features/permissions.ts';

export const readSources = definePermission('attribution.read', 'Read where orders come from');

export const sourcesPath = adminPath('order-sources');
