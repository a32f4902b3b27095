export { attachGuestOrders } from './attach-orders.ts';
export { accounts } from './feature.ts';
export { AccountLink } from './popup/account-link.tsx';
export { accountSessions } from './sessions/session-hook.ts';
