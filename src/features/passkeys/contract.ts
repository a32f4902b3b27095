import { accountPath } from '#features/accounts/contract.ts';

export const passkeysPath = `${accountPath}/passkeys`;
export const renamePath = (id: number | string): string => `${passkeysPath}/${id}/rename`;
export const removePath = (id: number | string): string => `${passkeysPath}/${id}/remove`;

/** Path of the call that creates the options of a new passkey. */
export const newPasskeyOptionsPath = (rest: string): string => `${rest}/passkeys/options`;
/** Path of the call that stores a new passkey. */
export const addPasskeyPath = (rest: string): string => `${rest}/passkeys`;
/** Path of the call that creates the options of a sign-in. */
export const signInOptionsPath = (rest: string): string => `${rest}/passkeys/sign-in/options`;
/** Path of the call that signs in. */
export const passkeySignInPath = (rest: string): string => `${rest}/passkeys/sign-in`;

/** Paths and texts of the script, in the attribute `data-passkeys` of its element. */
export interface PasskeyScript {
  readonly optionsUrl: string;
  readonly url: string;
  /** Path that is opened after the sign-in. */
  readonly returnTo: string;
  /** Message that the script shows when the browser or the shopper cancels. */
  readonly failed: string;
}
