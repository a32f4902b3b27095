export { passkeys, passkeysPage } from './feature.ts';
export { passkeyData } from './personal-data.ts';
export { renderPasskeySignIn } from './sign-in-button.tsx';
