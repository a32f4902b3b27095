import { adminPath } from '#platform/admin/contract.ts';
import { definePermission } from '#platform/features/permissions.ts';

/** Alerts contain email addresses of people, so they have a permission of their own. */
export const readAlerts = definePermission('stock-alerts.read', 'See who waits for products');

export const demandPath = adminPath('demand');
export const alertListPath = adminPath('stock-alerts');
