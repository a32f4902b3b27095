export { totpSecondStep, twoFactor, twoFactorPage } from './feature.ts';
