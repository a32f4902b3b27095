/** Paths and fields of accounts, for server and browser. */

import { orderPath } from '#features/orders/contract.ts';
import { adminPath } from '#platform/admin/contract.ts';

export const accountPath = '/account';

/** The page with the forms to sign in and to register. */
export const signInPath = `${accountPath}/sign-in`;
export const signOutPath = `${accountPath}/sign-out`;
export const registerPath = `${accountPath}/register`;
/** Takes the form that asks for a link to sign in with. */
export const signInLinkPath = `${accountPath}/sign-in-link`;
/** The page for a forgotten password. */
export const forgotPasswordPath = `${accountPath}/forgot-password`;
/** The page that mailed links open. */
export const linkPath = (token: string): string => `${accountPath}/link/${token}`;

export const ordersPath = `${accountPath}/orders`;
export const addressesPath = `${accountPath}/addresses`;
/** @param id of an address, or `new` */
export const addressPath = (id: number | string): string => `${addressesPath}/${id}`;
export const removeAddressPath = (id: number | string): string => `${addressPath(id)}/remove`;
export const detailsPath = `${accountPath}/details`;
export const namePath = `${detailsPath}/name`;
export const emailPath = `${detailsPath}/email`;
export const passwordPath = `${detailsPath}/password`;
export const sessionsPath = `${accountPath}/sessions`;
/** Takes the form that ends a session, or with `others` all but the current one. */
export const endSessionPath = (id: string): string => `${sessionsPath}/${id}/end`;

/** Takes the form on the page of a guest's order that asks for an account. Below the order's path, as its key is. */
export const saveAsAccountPath = (token: string): string => `${orderPath(token)}/account`;

/** The page that sends a form of the back office again, after a fresh sign-in. */
export const repeatFormPath = (id: string): string => adminPath(`send-again/${id}`);

/** Path in the shop that a sign-in returns to. */
export const returnField = 'return';
/** Is in the address of the page to sign in at for who is signed in, and does what needs a fresh sign-in. */
export const againField = 'again';
/** Is in the form of the popup: a failure returns to the page below it. */
export const popupField = 'popup';

/** Part of an address after `#` that opens the popup, with the code of its notice. */
export const popupHash = (code: string): string => `#sign-in:${code}`;

/** Notices that the popup can contain. */
export const popupNotices = ['SIGN_IN_FAILED', 'TOO_MANY_SIGN_INS', 'ACCOUNT_FORM_INVALID'] as const;

/** Name of the ajax action that renders the popup's form. */
export const popupAction = 'account_sign_in_form';

/** Checkbox of the checkout, and key of its value in `order.meta`. */
export const createAccountField = 'create_account';
