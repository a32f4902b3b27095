import type { Feature } from '#platform/features/feature.ts';
import { removeAddressMutation, saveAddressMutation } from './addresses/address-mutations.ts';
import { registerAddressPages } from './addresses/addresses-pages.tsx';
import { accountPath } from './contract.ts';
import { changeEmailMutation, changeNameMutation, changePasswordMutation } from './details/details-mutations.tsx';
import { registerDetailsPage } from './details/details-page.tsx';
import { accountErrors } from './errors.ts';
import { registerRepeatFormPage } from './fresh/repeat-form-page.tsx';
import { accountHints } from './hints.ts';
import { linkMailJob, noticeMailJob, purgeAccountsJob } from './links/link-mails.ts';
import { applyLinkMutation, registerLinkPage } from './links/link-page.tsx';
import { registerOverviewPages } from './pages/overview-pages.tsx';
import { registerSignInPages } from './pages/sign-in-pages.ts';
import { accountPages } from './parts/account-layout.tsx';
import { accountOrderActions } from './parts/orders-table.tsx';
import { renderPopupAction } from './popup/popup-action.tsx';
import { forgotPasswordMutation, registerMutation, signInLinkMutation } from './registration/request-mutations.tsx';
import { saveAsAccountMutation } from './registration/save-as-account.tsx';
import { secondStep, twoFactorSignIns } from './sessions/second-step.ts';
import { endSessionMutation, registerSessionsPage } from './sessions/sessions-page.tsx';
import { accountSettings } from './settings.ts';
import { signInMutation } from './sign-in/sign-in-mutation.tsx';
import { registrationFields, signInWays } from './sign-in/sign-in-page.tsx';
import { signOutMutation } from './sign-in/sign-out-mutation.ts';
import { manageStaff, readStaff } from './staff/permissions.ts';
import { secondFactorCommand } from './staff/second-factor-command.ts';
import { accountTexts } from './texts.ts';

export const accounts: Feature = {
  name: 'accounts',
  needs: ['addresses', 'catalog', 'customers', 'cart', 'orders', 'checkout'],
  mutations: [
    signInMutation,
    signOutMutation,
    registerMutation,
    saveAsAccountMutation,
    forgotPasswordMutation,
    signInLinkMutation,
    applyLinkMutation,
    changeNameMutation,
    changeEmailMutation,
    changePasswordMutation,
    saveAddressMutation,
    removeAddressMutation,
    endSessionMutation,
  ],
  routes: (app, shop) => {
    for (const register of [
      registerSignInPages,
      registerLinkPage,
      registerOverviewPages,
      registerAddressPages,
      registerDetailsPage,
      registerSessionsPage,
    ])
      register(app, shop);
  },
  privatePaths: [accountPath],
  ports: [secondStep, twoFactorSignIns, accountPages],
  slots: [signInWays, registrationFields, accountOrderActions],
  actions: [renderPopupAction],
  hints: [accountHints],
  jobs: [linkMailJob, noticeMailJob, purgeAccountsJob],
  settings: [accountSettings],
  texts: [accountTexts],
  admin: { routes: registerRepeatFormPage },
  permissions: [readStaff, manageStaff],
  commands: [secondFactorCommand],
  errors: [accountErrors],
};
