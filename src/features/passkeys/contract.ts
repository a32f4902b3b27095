import { accountPath } from '#features/accounts/contract.ts';

export const passkeysPath = `${accountPath}/passkeys`;
export const renamePath = (id: number | string): string => `${passkeysPath}/${id}/rename`;
export const removePath = (id: number | string): string => `${passkeysPath}/${id}/remove`;

/** Path of the call that makes the options of a new passkey. */
export const newPasskeyOptionsPath = (rest: string): string => `${rest}/passkeys/options`;
/** Path of the call that keeps a new passkey. */
export const addPasskeyPath = (rest: string): string => `${rest}/passkeys`;
/** Path of the call that makes the options of a sign-in. */
export const signInOptionsPath = (rest: string): string => `${rest}/passkeys/sign-in/options`;
/** Path of the call that signs in. */
export const passkeySignInPath = (rest: string): string => `${rest}/passkeys/sign-in`;

/** Paths and texts of the script, in `data-passkeys` of its element. */
export interface PasskeyScript {
  readonly optionsUrl: string;
  readonly url: string;
  /** Where a sign-in leads. */
  readonly returnTo: string;
  /** What it says when the browser or the shopper gives up. */
  readonly failed: string;
}
