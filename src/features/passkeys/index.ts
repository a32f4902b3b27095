export { passkeysPath } from './contract.ts';
export { passkeys, passkeysPage } from './feature.ts';
export { hasPasskey, listPasskeys, listPeopleWithPasskeys } from './passkey-rows.ts';
export { passkeyData, removePasskeys } from './personal-data.ts';
export { renderPasskeySignIn } from './sign-in-button.tsx';
