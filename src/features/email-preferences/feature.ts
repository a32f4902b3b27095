import type { AccountPage } from '#features/accounts/index.ts';
import type { Feature } from '#platform/features/feature.ts';
import { preferencesPath } from './paths.ts';
import { optionalMails } from './ports.ts';
import { registerPreferencesPage, savePreferencesMutation } from './preferences-page.tsx';
import { registerStopPage, stopMailsMutation } from './stop-mails.tsx';
import { emailPreferenceTexts } from './texts.ts';

export const emailPreferences: Feature = {
  name: 'email-preferences',
  needs: ['accounts', 'customers'],
  mutations: [savePreferencesMutation, stopMailsMutation],
  routes(app, shop) {
    registerPreferencesPage(app, shop);
    registerStopPage(app, shop);
  },
  privatePaths: ['/stop-emails/'],
  ports: [optionalMails],
  texts: [emailPreferenceTexts],
};

export const preferencesPage: AccountPage = { path: preferencesPath, text: emailPreferenceTexts.page };
