export { passkeys, passkeysPage } from './feature.ts';
export { renderPasskeySignIn } from './sign-in-button.tsx';
