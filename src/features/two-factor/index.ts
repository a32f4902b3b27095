export { totpSecondStep, twoFactor, twoFactorPage } from './feature.ts';
export { twoFactorData } from './personal-data.ts';
