export { totpSecondStep, twoFactor, twoFactorPage } from './feature.ts';
export { isTwoFactorOn } from './code/two-factor-rows.ts';
export { resetTwoFactor } from './commands.ts';
export { switchOff } from './setup/setup-mutations.ts';
export { twoFactorData } from './personal-data.ts';
