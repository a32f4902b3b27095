import { orderPath } from '#features/orders/index.ts';

export const withdrawalPath = '/withdrawal';

/** The form, filled in for an order. */
export const orderWithdrawalPath = (token: string): string => `${orderPath(token)}/withdrawal`;
