import type { Shop } from '#platform/features/shop.ts';
import { FormFields, FormProblems } from '#platform/forms/form-fields.tsx';
import type { PrivateView } from '#platform/http/private-page.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { accountPath, forgotPasswordPath, returnField, signInLinkPath, signInPath } from '../contract.ts';
import { accountStyles } from '../parts/account-layout.tsx';
import { createMailFields } from '../sign-in/form-fields.ts';
import { withReturnPath } from '../sign-in/return-path.ts';
import type { SignInState } from '../sign-in/sign-in-page.tsx';
import { accountTexts as texts } from '../texts.ts';

export function createRequestPage(
  shop: Shop,
  kind: 'set-password' | 'sign-in',
  { form = {}, problems = [], refusal = null, returnTo = accountPath }: SignInState,
): PrivateView {
  const { t } = shop;
  const isPassword = kind === 'set-password';
  const title = t(isPassword ? texts.forgotTitle : texts.orLink);
  const state = { t, form, problems };
  const body = (
    <div className="wrap wrap--text">
      <PageHead title={title} lead={isPassword && t(texts.forgotLead)} />
      <form className="stack" method="post" action={isPassword ? forgotPasswordPath : signInLinkPath}>
        <FormProblems state={state} />
        <Notice kind="error" autoFocus>
          {refusal}
        </Notice>
        <input type="hidden" name={returnField} value={returnTo} />
        <FormFields fields={createMailFields(t)} state={state} />
        <p className="account-forms__end">
          <Button>{t(isPassword ? texts.sendLink : texts.sendSignInLink)}</Button>
          <a href={withReturnPath(signInPath, returnTo)}>{t(texts.backToSignIn)}</a>
        </p>
      </form>
    </div>
  );
  return { title, styles: accountStyles, body };
}

/** The answer to every form that mails a link, whether the address is known or not. */
export function createMailSentPage({ t }: Pick<Shop, 't'>, email: string, returnTo = accountPath): PrivateView {
  const title = t(texts.mailSentTitle);
  const body = (
    <div className="wrap wrap--text">
      <PageHead title={title} />
      <div className="stack">
        <Notice kind="success" autoFocus>
          {t(texts.mailSent, { email })}
        </Notice>
        <p>
          <a href={withReturnPath(signInPath, returnTo)}>{t(texts.backToSignIn)}</a>
        </p>
      </div>
    </div>
  );
  return { title, styles: accountStyles, body };
}
