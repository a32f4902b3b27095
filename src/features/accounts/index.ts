export { attachGuestOrders } from './attach-orders.ts';
export { createAccountCheckoutField, requestAccount } from './checkout/account-field.tsx';
export { accounts } from './feature.ts';
export { AccountLink } from './popup/account-link.tsx';
export { renderSaveAsAccount } from './registration/save-as-account.tsx';
export { accountSessions } from './sessions/session-hook.ts';
