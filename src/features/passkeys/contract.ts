import { accountPath } from '#features/accounts/contract.ts';

export const passkeysPath = `${accountPath}/passkeys`;
export const renamePath = (id: number | string): string => `${passkeysPath}/${id}/rename`;
export const removePath = (id: number | string): string => `${passkeysPath}/${id}/remove`;

export const newPasskeyOptionsPath = (rest: string): string => `${rest}/passkeys/options`;
export const addPasskeyPath = (rest: string): string => `${rest}/passkeys`;
export const signInOptionsPath = (rest: string): string => `${rest}/passkeys/sign-in/options`;
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
