import type { FastifyInstance } from 'fastify';
import { readCustomerName } from '#features/customers/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type FormProblem, findFieldError, getFieldState } from '#platform/forms/fields.ts';
import { formTexts } from '#platform/forms/texts.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import { formatEmail } from '#platform/mail/email-address.ts';
import type { ActingCustomer } from '#platform/sessions/actor.ts';
import { Button } from '#ui/button.tsx';
import { FormField, FormProblems } from '#ui/form-field.tsx';
import { Notice } from '#ui/notice.tsx';
import { detailsPath, emailPath, forgotPasswordPath, namePath, passwordPath } from '../contract.ts';
import { showAccountPage } from '../pages/require-customer.ts';
import { AccountLayout, accountStyles, readAccountNotices } from '../parts/account-layout.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { findPasswordHash } from '../passwords/password-rows.ts';
import { accountSettings } from '../settings.ts';
import { createEmailField, createNameField, mailFields } from '../sign-in/form-fields.ts';
import { accountTexts as texts } from '../texts.ts';

/** Names of the controls. All forms are on one page, so they differ. */
export const detailFields = {
  name: 'name',
  email: 'new_email',
  emailPassword: 'email_password',
  currentPassword: 'current_password',
  newPassword: 'new_password',
} as const;

export interface DetailsState {
  readonly form?: FormBody;
  readonly problems?: readonly FormProblem[];
  readonly refusal?: string | null;
  readonly notices?: readonly string[];
}

export function registerDetailsPage(app: FastifyInstance, shop: Shop): void {
  app.get(detailsPath, (request, reply) =>
    showAccountPage(shop, request, reply, (customer) =>
      createDetailsPage(shop, customer, { notices: readAccountNotices(shop, request, reply) }),
    ),
  );
}

export async function createDetailsPage(
  shop: Shop,
  customer: ActingCustomer,
  state: DetailsState,
): Promise<PrivateView> {
  const { t } = shop;
  const [name, hash] = await Promise.all([
    readCustomerName(shop.db, customer.id),
    findPasswordHash(shop.db, customer.id),
  ]);
  const { problems = [], refusal = null, notices = [] } = state;
  const props = { shop, customer, state };
  const title = t(texts.details);
  const body = (
    <AccountLayout shop={shop} path={detailsPath} title={title} notices={notices}>
      <div className="stack account__notices">
        <FormProblems title={t(formTexts.problemsTitle)} problems={problems} />
        {refusal !== null && (
          <Notice kind="error" autoFocus>
            {refusal}
          </Notice>
        )}
      </div>
      <NameForm {...props} name={name} />
      {hash === null ? (
        <PasswordRequest {...props} />
      ) : (
        <>
          <EmailForm {...props} />
          <PasswordForm {...props} />
        </>
      )}
    </AccountLayout>
  );
  return { title, styles: accountStyles, body };
}

interface DetailsFormProps {
  readonly shop: Shop;
  readonly customer: ActingCustomer;
  readonly state: DetailsState;
}

function NameForm({ shop: { t }, state: { form, problems = [] }, name }: DetailsFormProps & { readonly name: string }) {
  const field = createNameField(t, detailFields.name);
  const typed = form && detailFields.name in form ? form : { [detailFields.name]: name };
  return (
    <section className="account__part" aria-labelledby="name-title">
      <h2 id="name-title">{t(texts.changeName)}</h2>
      <form className="stack" method="post" action={namePath}>
        <FormField field={field} {...getFieldState(typed, problems, field)} />
        <p>
          <Button look="quiet">{t(texts.save)}</Button>
        </p>
      </form>
    </section>
  );
}

function EmailForm({ shop: { t }, customer, state: { form = {}, problems = [] } }: DetailsFormProps) {
  const field = { ...createEmailField(t, detailFields.email, t(texts.newEmail)), autoComplete: 'email' };
  return (
    <section className="account__part" aria-labelledby="email-title">
      <h2 id="email-title">{t(texts.changeEmail)}</h2>
      <form className="stack" method="post" action={emailPath}>
        <p>{t(texts.changeEmailLead, { email: formatEmail(customer.email) })}</p>
        <FormField field={field} {...getFieldState(form, problems, field)} />
        <PasswordField
          t={t}
          name={detailFields.emailPassword}
          label={t(texts.currentPassword)}
          autoComplete="current-password"
          error={findFieldError(problems, detailFields.emailPassword)}
        />
        <p>
          <Button look="quiet">{t(texts.change)}</Button>
        </p>
      </form>
    </section>
  );
}

function PasswordForm({ shop, customer, state: { problems = [] } }: DetailsFormProps) {
  const { t } = shop;
  return (
    <section className="account__part" aria-labelledby="password-title">
      <h2 id="password-title">{t(texts.changePassword)}</h2>
      <form className="stack" method="post" action={passwordPath}>
        <input type="text" name="username" autoComplete="username" value={customer.email} readOnly hidden />
        <PasswordField
          t={t}
          name={detailFields.currentPassword}
          label={t(texts.currentPassword)}
          autoComplete="current-password"
          error={findFieldError(problems, detailFields.currentPassword)}
        />
        <PasswordField
          t={t}
          name={detailFields.newPassword}
          label={t(texts.newPassword)}
          hint={t(texts.passwordHint, { min: shop.settings(accountSettings).passwordMinLength })}
          autoComplete="new-password"
          error={findFieldError(problems, detailFields.newPassword)}
        />
        <p>
          <Button look="quiet">{t(texts.change)}</Button>
        </p>
      </form>
    </section>
  );
}

/** For who has signed in by links only. */
function PasswordRequest({ shop: { t }, customer }: DetailsFormProps) {
  return (
    <section className="account__part" aria-labelledby="password-title">
      <h2 id="password-title">{t(texts.changePassword)}</h2>
      <form className="stack" method="post" action={forgotPasswordPath}>
        <p>{t(texts.noPasswordYet)}</p>
        <input type="hidden" name={mailFields.email} value={customer.email} />
        <p>
          <Button look="quiet">{t(texts.passwordLink)}</Button>
        </p>
      </form>
    </section>
  );
}
