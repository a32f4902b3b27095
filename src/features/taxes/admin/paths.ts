import { adminPath } from '#platform/admin/contract.ts';

export const taxesPath = adminPath('settings/taxes');
export const addOffersPath = adminPath('settings/taxes/offers');
export const removeRatePath = adminPath('settings/taxes/remove');
