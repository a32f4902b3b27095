import { accountPath, signInPath } from '#features/accounts/contract.ts';

export { signInPath };

export const twoFactorPath = `${accountPath}/two-factor`;
export const startPath = `${twoFactorPath}/start`;
/** Form field. The value `1` requests a new secret instead of that of a set-up that was begun. */
export const anewField = 'anew';
export const confirmPath = `${twoFactorPath}/confirm`;
export const renewCodesPath = `${twoFactorPath}/recovery-codes`;
export const disablePath = `${twoFactorPath}/disable`;

export const secondStepPath = `${accountPath}/second-step`;
