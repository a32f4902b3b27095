export { ConsentBanner } from './banner.tsx';
export { isConsentGiven, listPurposes } from './consent.ts';
export { consentPath } from './contract.ts';
export { ConsentScript, getConsentQuestions } from './early-script.tsx';
export { consent } from './feature.ts';
export { type ConsentPurpose, consentPurposes } from './ports.ts';
export { consentTexts } from './texts.ts';
