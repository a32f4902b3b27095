import type { ReactNode } from 'react';
import type { Shop } from '#platform/features/shop.ts';
import { defineSlot, renderOutputs } from '#platform/features/slots.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import { FormFields, FormProblems } from '#platform/forms/form-fields.tsx';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHead } from '#ui/page-head.tsx';
import {
  accountPath,
  forgotPasswordPath,
  popupField,
  registerPath,
  returnField,
  signInLinkPath,
  signInPath,
} from '../contract.ts';
import { accountStyles } from '../parts/account-layout.tsx';
import { accountTexts as texts } from '../texts.ts';
import { createRegisterFields, createSignInFields } from './form-fields.ts';
import { withReturnPath } from './return-path.ts';

export interface SignInState {
  readonly form?: FormBody;
  readonly problems?: readonly FormProblem[];
  /** A message that belongs to no field. */
  readonly refusal?: string | null;
  readonly success?: string | null;
  readonly returnTo?: string;
  /** Whether the person is signed in and needs a fresh sign-in for an action. */
  readonly isAgain?: boolean;
}

/** Other ways to sign in, below the form: on the page and in the popup. */
export const signInWays = defineSlot<{ readonly returnTo: string }, ReactNode>('accounts.sign-in-ways');

/** Content of the registration form besides its fields, such as inputs that a script fills. */
export const registrationFields = defineSlot<null, ReactNode>('accounts.registration-fields');

export const renderSignInWays = async (shop: Shop, returnTo: string): Promise<ReactNode> =>
  renderOutputs(await shop.fill(signInWays, shop.renderContext(signInPath), { returnTo }));

export async function createSignInPage(shop: Shop, state: SignInState): Promise<PrivateView> {
  const title = shop.t(state.isAgain ? texts.signInAgain : texts.signInTitle);
  const ways = await renderSignInWays(shop, state.returnTo ?? accountPath);
  const fields = renderOutputs(await shop.fill(registrationFields, shop.renderContext(signInPath), null));
  return { title, styles: accountStyles, body: <SignInPage {...{ shop, state, ways, fields }} /> };
}

interface FormProps {
  readonly shop: Shop;
  readonly state: SignInState;
}

interface SignInPageProps extends FormProps {
  readonly ways: ReactNode;
  readonly fields: ReactNode;
}

function SignInPage({ shop, state, ways, fields }: SignInPageProps) {
  const { t } = shop;
  const { problems = [], refusal = null, success = null, isAgain = false } = state;
  const title = t(isAgain ? texts.signInAgain : texts.signInTitle);
  return (
    <div className="wrap wrap--narrow" id="customer_login">
      <PageHead title={title} lead={isAgain && t(texts.signInAgainLead)} />
      <div className="stack">
        <FormProblems state={{ t, problems }} />
        <Notice kind="error" autoFocus>
          {refusal}
        </Notice>
        <Notice kind="success" autoFocus>
          {success}
        </Notice>
      </div>
      <div className="account-forms">
        <section aria-labelledby="sign-in-title">
          <h2 id="sign-in-title">{t(texts.signIn)}</h2>
          <SignInForm shop={shop} state={state} ways={ways} />
        </section>
        {!isAgain && (
          <section aria-labelledby="register-title">
            <h2 id="register-title">{t(texts.registerTitle)}</h2>
            <RegisterForm shop={shop} state={state}>
              {fields}
            </RegisterForm>
          </section>
        )}
      </div>
    </div>
  );
}

interface SignInFormProps extends FormProps {
  readonly isPopup?: boolean;
  /** Result of `renderSignInWays`. */
  readonly ways: ReactNode;
  readonly children?: ReactNode;
}

/** @param children content above the fields; @param isPopup marks the form of the popup */
export function SignInForm({
  shop,
  state: { form = {}, problems = [], returnTo = accountPath },
  isPopup = false,
  ways,
  children,
}: SignInFormProps) {
  const { t } = shop;
  return (
    <>
      <form className="stack" method="post" action={signInPath}>
        {children}
        <input type="hidden" name={returnField} value={returnTo} />
        {isPopup && <input type="hidden" name={popupField} value="1" />}
        <FormFields fields={createSignInFields(t)} state={{ t, form, problems }} />
        <p className="account-forms__end">
          <Button>{t(texts.signIn)}</Button>
          <a href={withReturnPath(forgotPasswordPath, returnTo)}>{t(texts.forgotPassword)}</a>
        </p>
      </form>
      {ways}
      <p className="account-forms__more">
        <a href={withReturnPath(signInLinkPath, returnTo)}>{t(texts.orLink)}</a>
      </p>
      {isPopup && (
        <p className="account-forms__more">
          <a href={`${signInPath}?${new URLSearchParams({ [returnField]: returnTo })}`}>{t(texts.registerTitle)}</a>
        </p>
      )}
    </>
  );
}

function RegisterForm({
  shop,
  state: { form = {}, problems = [] },
  children,
}: FormProps & { readonly children: ReactNode }) {
  const { t } = shop;
  return (
    <form className="stack" method="post" action={registerPath}>
      <p>{t(texts.registerLead)}</p>
      <FormFields fields={createRegisterFields(shop)} state={{ t, form, problems }} />
      {children}
      <p>
        <Button look="quiet">{t(texts.register)}</Button>
      </p>
    </form>
  );
}
