export { attachGuestOrders } from './attach-orders.ts';
export { createAccountCheckoutField, requestAccount } from './checkout/account-field.tsx';
export { offerSignIn } from './checkout/sign-in-offer.tsx';
export { createAccountField, signOutPath } from './contract.ts';
export { accountErrors } from './errors.ts';
export { accounts } from './feature.ts';
export { enqueueNotice } from './links/link-mails.ts';
export {
  askToSignIn,
  askToSignInAgain,
  getCustomer,
  getFreshCustomer,
  isFresh,
  showAccountPage,
  showFreshAccountPage,
  signInRequired,
  toSignInAgain,
} from './pages/require-customer.ts';
export { AccountLayout, type AccountPage, accountPages, accountStyles } from './parts/account-layout.tsx';
export { accountOrderActions } from './parts/orders-table.tsx';
export { AccountLink } from './popup/account-link.tsx';
export { renderSaveAsAccount } from './registration/save-as-account.tsx';
export { describeDevice } from './sessions/device.ts';
export { findPendingSignIn } from './sessions/pending-sign-in.ts';
export { sessionData } from './sessions/personal-data.ts';
export { type SecondStep, secondStep } from './sessions/second-step.ts';
export { accountSessions } from './sessions/session-hook.ts';
export { endSessions, lockSession, setSecondFactor } from './sessions/session-rows.ts';
export { finishSignIn, signInWithTwoFactors } from './sessions/start-session.ts';
export { findDeviceOfCustomer } from './sign-in/known-device.ts';
export { registrationFields, signInWays } from './sign-in/sign-in-page.tsx';
export { checkStaffRoles } from './staff/check-roles.ts';
export { findMember, findStaffRole } from './staff/staff-rows.ts';
