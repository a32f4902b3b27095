/** Paths and fields of accounts, for server and browser. */

import { orderPath } from '#features/orders/contract.ts';
import { adminPath } from '#platform/admin/contract.ts';

export const accountPath = '/account';

/** The page with the forms to sign in and to register. */
export const signInPath = `${accountPath}/sign-in`;
export const signOutPath = `${accountPath}/sign-out`;
export const registerPath = `${accountPath}/register`;
/** Receives the form that requests a link to sign in with. */
export const signInLinkPath = `${accountPath}/sign-in-link`;
export const forgotPasswordPath = `${accountPath}/forgot-password`;
export const linkPath = (token: string): string => `${accountPath}/link/${token}`;

export const ordersPath = `${accountPath}/orders`;
export const addressesPath = `${accountPath}/addresses`;
/** @param id id of an address, or `new` */
export const addressPath = (id: number | string): string => `${addressesPath}/${id}`;
export const removeAddressPath = (id: number | string): string => `${addressPath(id)}/remove`;
export const detailsPath = `${accountPath}/details`;
export const namePath = `${detailsPath}/name`;
export const emailPath = `${detailsPath}/email`;
export const passwordPath = `${detailsPath}/password`;
export const sessionsPath = `${accountPath}/sessions`;
/** Receives the form that ends a session. With `others` as id it ends all sessions but the current one. */
export const endSessionPath = (id: string): string => `${sessionsPath}/${id}/end`;

/**
 * Receives the form that requests an account, on the page of a guest's order. Its path is below the order's path
 * because the cookie with the order's key is limited to that path.
 */
export const saveAsAccountPath = (token: string): string => `${orderPath(token)}/account`;

/** The page that sends a form of the back office again, after a fresh sign-in. */
export const repeatFormPath = (id: string): string => adminPath(`send-again/${id}`);

/** Name of the field with the path in the shop to which a sign-in returns. */
export const returnField = 'return';
/** Parameter of the sign-in page for people who are already signed in and whose action needs a fresh sign-in. */
export const freshSignInField = 'again';
/** Name of a field that the popup's form has: a failure returns to the page below the popup. */
export const popupField = 'popup';

/** Fragment of an address that opens the popup, with the code of its notice. */
export const popupHash = (code: string): string => `#sign-in:${code}`;

/** Codes of notices that the popup can show. */
export const popupNotices = ['SIGN_IN_FAILED', 'TOO_MANY_SIGN_INS', 'ACCOUNT_FORM_INVALID'] as const;

/** Name of the ajax action that renders the popup's form. */
export const popupAction = 'account_sign_in_form';

/** Name of the checkbox of the checkout, and key of its value in `order.meta`. */
export const createAccountField = 'create_account';
