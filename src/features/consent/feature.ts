import type { Feature } from '#platform/features/feature.ts';
import { consentPath } from './contract.ts';
import { consentScriptHash } from './early-script.tsx';
import { consentPurposes } from './ports.ts';
import { saveConsent } from './save-consent.ts';
import { consentSettings } from './settings.ts';
import { registerConsentPage } from './settings-page.tsx';
import { consentTexts } from './texts.ts';

export const consent: Feature = {
  name: 'consent',
  needs: [],
  mutations: [saveConsent],
  routes: registerConsentPage,
  privatePaths: [consentPath],
  ports: [consentPurposes],
  settings: [consentSettings],
  texts: [consentTexts],
  origins: { script: [consentScriptHash] },
};
