export { attachGuestOrders } from './attach-orders.ts';
export { createAccountCheckoutField, requestAccount } from './checkout/account-field.tsx';
export { offerSignIn } from './checkout/sign-in-offer.tsx';
export { createAccountField, signInPath, signOutPath } from './contract.ts';
export { accountErrors } from './errors.ts';
export { accounts } from './feature.ts';
export { enqueueNotice } from './links/link-mails.ts';
export {
  inSessionTransaction,
  isFresh,
  showAccountPage,
  showFreshAccountPage,
  toSignIn,
  toSignInAgain,
} from './pages/require-customer.ts';
export { AccountLayout, type AccountPage, accountPages, accountStyles } from './parts/account-layout.tsx';
export { accountOrderActions } from './parts/orders-table.tsx';
export { hashPassword } from './passwords/password.ts';
export { newPassword } from './passwords/password-kind.tsx';
export { findCredentials, writePassword } from './passwords/password-rows.ts';
export { AccountLink } from './popup/account-link.tsx';
export { renderSaveAsAccount } from './registration/save-as-account.tsx';
export { describeDevice } from './sessions/device.ts';
export { findPendingSignIn } from './sessions/pending-sign-in.ts';
export { sessionData } from './sessions/personal-data.ts';
export { type SecondStep, secondStep, twoFactorSignIns } from './sessions/second-step.ts';
export { accountSessions } from './sessions/session-hook.ts';
export {
  endSession,
  endSessions,
  listSessions,
  type SessionEntry,
  setSecondFactor,
  shortenSession,
} from './sessions/session-rows.ts';
export { finishSignIn, passFirstStep, signInWithTwoFactors } from './sessions/start-session.ts';
export { accountSettings } from './settings.ts';
export { findDeviceOfCustomer } from './sign-in/known-device.ts';
export { registrationFields, signInWays } from './sign-in/sign-in-page.tsx';
export { recordStaffAudit } from './staff/audit-staff.ts';
export {
  changeRole,
  createRole,
  isRoleName,
  type RoleFailure,
  type RoleValues,
  removeRole,
} from './staff/change-role.ts';
export {
  giveRole,
  refuseMemberChange,
  removeFromStaff,
  type StaffChange,
  type StaffFailure,
} from './staff/change-staff.ts';
export { checkStaffRoles } from './staff/check-roles.ts';
export { createFirstOwner, createFirstOwnerFields, hasOwner } from './staff/first-owner.ts';
export {
  createInvitationToken,
  deleteInvitation,
  findInvitation,
  type Invitation,
  listInvitations,
  lockInvitation,
  takeInvitation,
  writeInvitation,
} from './staff/invitation-rows.ts';
export { manageStaff, readStaff } from './staff/permissions.ts';
export { findRole, hasPermissions, listPermissions, listRoles, lockRole, type StaffRole } from './staff/role-rows.ts';
export {
  findMember,
  findStaffByEmail,
  findStaffById,
  findStaffRole,
  isLastOwner,
  listStaff,
  type StaffMember,
} from './staff/staff-rows.ts';
