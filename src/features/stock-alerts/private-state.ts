import type { PrivateStatePart } from '#platform/sessions/private-state.ts';

/** What the script of the form sends as `user_id`; 0 for a guest. The session says who asks, so the shop does not read it. */
export const alertState: PrivateStatePart = {
  name: 'stock-alerts',
  read: async (_shop, { customer }) => ({ userId: customer?.id ?? 0 }),
};
