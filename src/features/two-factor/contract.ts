import { accountPath, signInPath } from '#features/accounts/contract.ts';

export { signInPath };

/** The page on which a customer sets up a second factor. */
export const twoFactorPath = `${accountPath}/two-factor`;
export const startPath = `${twoFactorPath}/start`;
/** `1`: makes another secret than that of a set-up that was begun. */
export const anewField = 'anew';
export const confirmPath = `${twoFactorPath}/confirm`;
export const renewCodesPath = `${twoFactorPath}/recovery-codes`;
export const disablePath = `${twoFactorPath}/disable`;

/** Asks for the code of a sign-in. */
export const secondStepPath = `${accountPath}/second-step`;
