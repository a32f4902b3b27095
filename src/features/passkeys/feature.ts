import type { AccountPage } from '#features/accounts/index.ts';
import type { Feature } from '#platform/features/feature.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { addPasskeyMutation, newPasskeyOptionsMutation } from './add.ts';
import { purgeChallenges } from './challenges.ts';
import { passkeysPath } from './contract.ts';
import { passkeyErrors } from './errors.ts';
import { registerPasskeysPage, removePasskeyMutation, renamePasskeyMutation } from './passkeys-page.tsx';
import { passkeySignInMutation, signInOptionsMutation } from './sign-in.ts';
import { passkeyTexts } from './texts.ts';

const purgeChallengesJob = defineJob({
  name: 'passkeys:purge',
  every: '45 4 * * *',
  run: ({ db, clock }) => purgeChallenges(db, clock.now()),
});

export const passkeys: Feature = {
  name: 'passkeys',
  needs: ['accounts', 'customers'],
  mutations: [
    newPasskeyOptionsMutation,
    addPasskeyMutation,
    renamePasskeyMutation,
    removePasskeyMutation,
    signInOptionsMutation,
    passkeySignInMutation,
  ],
  routes: registerPasskeysPage,
  jobs: [purgeChallengesJob],
  texts: [passkeyTexts],
  errors: [passkeyErrors],
};

export const passkeysPage: AccountPage = { path: passkeysPath, text: passkeyTexts.page };
