import { orderPath } from '#features/orders/index.ts';
import { adminPath } from '#platform/admin/contract.ts';

export const withdrawalPath = '/withdrawal';

export const orderWithdrawalPath = (token: string): string => `${orderPath(token)}/withdrawal`;

export const withdrawalsPath = adminPath('withdrawals');

export const withdrawalRecordPath = (id: number | ':id'): string => adminPath(`withdrawals/${id}`);
