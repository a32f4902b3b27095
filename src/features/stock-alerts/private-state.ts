import type { PrivateStatePart } from '#platform/sessions/private-state.ts';

/**
 * Value of `user_id` for the script of the form; 0 for a guest. The shop ignores it in requests, because the session
 * tells who the customer is.
 */
export const alertState: PrivateStatePart = {
  name: 'stock-alerts',
  read: async (_shop, { customer }) => ({ userId: customer?.id ?? 0 }),
};
