export { isTwoFactorOn, listTwoFactorOn } from './code/two-factor-rows.ts';
export { resetTwoFactor } from './commands.ts';
export { totpSecondStep, twoFactor, twoFactorPage } from './feature.ts';
export { twoFactorData } from './personal-data.ts';
export { switchOff } from './setup/setup-mutations.ts';
