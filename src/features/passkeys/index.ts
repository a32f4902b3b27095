export { passkeys, passkeysPage } from './feature.ts';
export { passkeysPath } from './contract.ts';
export { listPasskeys } from './passkey-rows.ts';
export { passkeyData, removePasskeys } from './personal-data.ts';
export { renderPasskeySignIn } from './sign-in-button.tsx';
