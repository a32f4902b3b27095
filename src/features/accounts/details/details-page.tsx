import type { FastifyInstance } from 'fastify';
import { readCustomerName } from '#features/customers/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import { FormFields, FormProblems } from '#platform/forms/form-fields.tsx';
import { toForm } from '#platform/forms/show-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import { formatEmail } from '#platform/mail/email-address.ts';
import type { ActingCustomer } from '#platform/sessions/actor.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { detailsPath, emailPath, forgotPasswordPath, namePath, passwordPath } from '../contract.ts';
import { showAccountPage } from '../pages/require-customer.ts';
import { AccountLayout, accountStyles, readAccountNotices } from '../parts/account-layout.tsx';
import { findPasswordHash } from '../passwords/password-rows.ts';
import { createNameFields, createNewEmailFields, createPasswordFields, mailField } from '../sign-in/form-fields.ts';
import { accountTexts as texts } from '../texts.ts';

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
        <FormProblems state={{ t, problems }} />
        <Notice kind="error" autoFocus>
          {refusal}
        </Notice>
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

function NameForm({ shop: { t }, state: { form, problems }, name }: DetailsFormProps & { readonly name: string }) {
  const fields = createNameFields(t);
  const state = { t, form: { ...toForm({ name }, fields), ...form }, problems };
  return (
    <section className="account__part" aria-labelledby="name-title">
      <h2 id="name-title">{t(texts.changeName)}</h2>
      <form className="stack" method="post" action={namePath}>
        <FormFields fields={fields} state={state} />
        <p>
          <Button look="quiet">{t(texts.save)}</Button>
        </p>
      </form>
    </section>
  );
}

function EmailForm({ shop: { t }, customer, state: { form = {}, problems } }: DetailsFormProps) {
  return (
    <section className="account__part" aria-labelledby="email-title">
      <h2 id="email-title">{t(texts.changeEmail)}</h2>
      <form className="stack" method="post" action={emailPath}>
        <p>{t(texts.changeEmailLead, { email: formatEmail(customer.email) })}</p>
        <FormFields fields={createNewEmailFields(t)} state={{ t, form, problems }} />
        <p>
          <Button look="quiet">{t(texts.change)}</Button>
        </p>
      </form>
    </section>
  );
}

function PasswordForm({ shop, customer, state: { problems } }: DetailsFormProps) {
  const { t } = shop;
  return (
    <section className="account__part" aria-labelledby="password-title">
      <h2 id="password-title">{t(texts.changePassword)}</h2>
      <form className="stack" method="post" action={passwordPath}>
        <input type="text" name="username" autoComplete="username" value={customer.email} readOnly hidden />
        <FormFields fields={createPasswordFields(shop, customer.email)} state={{ t, form: {}, problems }} />
        <p>
          <Button look="quiet">{t(texts.change)}</Button>
        </p>
      </form>
    </section>
  );
}

/** Shown to customers who have no password and sign in by links only. */
function PasswordRequest({ shop: { t }, customer }: DetailsFormProps) {
  return (
    <section className="account__part" aria-labelledby="password-title">
      <h2 id="password-title">{t(texts.changePassword)}</h2>
      <form className="stack" method="post" action={forgotPasswordPath}>
        <p>{t(texts.noPasswordYet)}</p>
        <input type="hidden" name={mailField} value={customer.email} />
        <p>
          <Button look="quiet">{t(texts.passwordLink)}</Button>
        </p>
      </form>
    </section>
  );
}
