import { lockCustomer, setCustomerName } from '#features/customers/index.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type FormProblem, readEmail, readFields } from '#platform/forms/fields.ts';
import { formBody } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import type { ActingCustomer } from '#platform/sessions/actor.ts';
import { detailsPath, emailPath, namePath, passwordPath } from '../contract.ts';
import { accountErrors } from '../errors.ts';
import { createChangeNotice, enqueueLink, enqueueNotice } from '../links/link-mails.ts';
import { endLinks } from '../links/link-rows.ts';
import { askToSignIn, getCustomer, signInRequired } from '../pages/require-customer.ts';
import { checkPassword } from '../passwords/check-password.ts';
import { hashPassword } from '../passwords/password.ts';
import { findPasswordHash, writePassword } from '../passwords/password-rows.ts';
import { readNewPassword, readPassword } from '../passwords/read-password.ts';
import { listMailUses } from '../registration/request-mutations.tsx';
import { createToken, endSessions, replaceToken } from '../sessions/session-rows.ts';
import { keepSessionCookie } from '../sessions/start-session.ts';
import { accountSettings } from '../settings.ts';
import { createEmailField, createNameField } from '../sign-in/form-fields.ts';
import { rememberDevice } from '../sign-in/known-device.ts';
import { accountTexts as texts } from '../texts.ts';
import { createDetailsPage, detailFields } from './details-page.tsx';

type DetailsFailure = { readonly ok: false } & (
  | { readonly code: 'ACCOUNT_FORM_INVALID'; readonly form: FormBody; readonly problems: readonly FormProblem[] }
  | { readonly code: 'SIGN_IN_REQUIRED' | 'TOO_MANY_SIGN_INS' | 'TOO_MANY_ACCOUNT_MAILS' }
);

type DetailsResult = { readonly ok: true } | DetailsFailure;

const invalid = (form: FormBody, problems: readonly FormProblem[]) =>
  ({ ok: false, code: 'ACCOUNT_FORM_INVALID', form, problems }) as const;

const wrongPassword = ({ shop }: MutationCall, form: FormBody, field: string) =>
  invalid(form, [{ field, message: shop.t(texts.passwordWrong) }]);

function message({ shop }: MutationCall, failure: DetailsFailure): string {
  if (failure.code !== 'ACCOUNT_FORM_INVALID') return shop.t(texts[failure.code]);
  return failure.problems.map((problem) => problem.message).join(' ');
}

async function failure(call: MutationCall, failed: DetailsFailure): Promise<FormReply> {
  const customer = await getCustomer(call);
  if (customer === null || failed.code === 'SIGN_IN_REQUIRED') return askToSignIn(detailsPath);
  const state = failed.code === 'ACCOUNT_FORM_INVALID' ? failed : { refusal: message(call, failed) };
  return { page: await createDetailsPage(call.shop, customer, state) };
}

const succeedWith = (code: string) => (): FormReply => ({ redirectTo: detailsPath, notices: [{ code }] });

export const changeNameMutation = defineMutation({
  name: 'accounts.change-name',
  description: 'Changes the name of the customer.',
  schema: formBody,
  errors: accountErrors,
  run: async (call, form): Promise<DetailsResult> => {
    const customer = await getCustomer(call);
    if (customer === null) return signInRequired;
    const { shop } = call;
    const { values, problems } = readFields(shop.t, form, { name: createNameField(shop.t, detailFields.name) });
    if (problems.length > 0) return invalid(form, problems);
    await setCustomerName(shop.db, customer.id, values.name);
    return { ok: true };
  },
  message,
  form: { path: namePath, success: succeedWith('nameSaved'), failure },
});

/** Checks the current password, within the limits of sign-ins: who finds an open session can't guess. */
async function checkCurrentPassword(
  call: MutationCall,
  { id }: ActingCustomer,
  form: FormBody,
  name: string,
): Promise<{ readonly ok: true; readonly hash: string | null } | DetailsFailure> {
  const { shop } = call;
  const hash = await findPasswordHash(shop.db, id);
  const check = await checkPassword(call, {
    key: `${id} signed in`,
    isStranger: false,
    hash,
    password: readPassword(form, name),
  });
  if (check === 'refused') return { ok: false, code: 'TOO_MANY_SIGN_INS' };
  return check === 'wrong' ? wrongPassword(call, form, name) : { ok: true, hash };
}

/** Sends a link to the new address. The old one stays until the link is used. */
export const changeEmailMutation = defineMutation({
  name: 'accounts.change-email',
  description: 'Sends a link to a new e-mail address of the customer.',
  schema: formBody,
  errors: accountErrors,
  limits: {
    uses: (call, form) => listMailUses(call, readEmail(form, detailFields.email)),
    refuse: (): DetailsFailure => ({ ok: false, code: 'TOO_MANY_ACCOUNT_MAILS' }),
    countsFailures: false,
  },
  run: async (call, form): Promise<DetailsResult> => {
    const customer = await getCustomer(call);
    if (customer === null) return signInRequired;
    const { shop } = call;
    const { values, problems } = readFields(shop.t, form, { email: createEmailField(shop.t, detailFields.email) });
    if (problems.length > 0) return invalid(form, problems);
    const checked = await checkCurrentPassword(call, customer, form, detailFields.emailPassword);
    if (!checked.ok) return checked;
    const minutes = shop.settings(accountSettings).linkMinutes.register;
    const link = { kind: 'change-email', email: values.email, customerId: customer.id, minutes } as const;
    await inTransaction(shop.db, (tx) => enqueueLink(shop, tx, link));
    return { ok: true };
  },
  message,
  form: { path: emailPath, success: succeedWith('emailAsked'), failure },
});

/**
 * Ends all other sessions, and all links that were mailed before. The session that stays gets another
 * token: somebody may have copied its cookie.
 */
export const changePasswordMutation = defineMutation({
  name: 'accounts.change-password',
  description: 'Changes the password of the customer.',
  schema: formBody,
  errors: accountErrors,
  run: async (call, form): Promise<DetailsResult> => {
    const customer = await getCustomer(call);
    const sessionId = call.request.accountSession?.sessionId;
    if (customer === null || sessionId === undefined) return signInRequired;
    const { shop } = call;
    const name = detailFields.newPassword;
    const { password, problems } = readNewPassword(shop, form, { name, email: customer.email });
    if (problems.length > 0) return invalid(form, problems);
    const checked = await checkCurrentPassword(call, customer, form, detailFields.currentPassword);
    if (!checked.ok) return checked;
    const newHash = await hashPassword(password);
    const token = createToken();
    const change = { customer, sessionId, token, checkedHash: checked.hash, newHash };
    const changed = await inTransaction(shop.db, (tx) => changePassword(shop, tx, change));
    if (changed === 'signed-out') return signInRequired;
    if (changed === 'overtaken') return wrongPassword(call, form, detailFields.currentPassword);
    keepSessionCookie(call, { token, expiresAt: changed });
    rememberDevice(call, { customerId: customer.id, hash: newHash });
    return { ok: true };
  },
  message,
  form: { path: passwordPath, success: succeedWith('passwordSaved'), failure },
});

interface PasswordChange {
  readonly customer: ActingCustomer;
  /** The session that stays, and its new token. */
  readonly sessionId: string;
  readonly token: string;
  /** Of the password that was checked. */
  readonly checkedHash: string | null;
  readonly newHash: string;
}

/**
 * @returns the end of the session that stays; `signed-out` when it has ended meanwhile, `overtaken` when
 * the password has changed
 */
async function changePassword(
  shop: Shop,
  tx: Tx,
  { customer: { id, email }, sessionId, token, checkedHash, newHash }: PasswordChange,
): Promise<Date | 'signed-out' | 'overtaken'> {
  const now = shop.clock.now();
  // Sign-ins that are under way end before, or see the new password.
  await lockCustomer(tx, id);
  if ((await findPasswordHash(tx, id)) !== checkedHash) return 'overtaken';
  const expiresAt = await replaceToken(tx, sessionId, token, now);
  if (expiresAt === null) return 'signed-out';
  await writePassword(tx, id, newHash, now);
  await endSessions(tx, id, sessionId);
  await endLinks(tx, email, id, now);
  await enqueueNotice(shop, tx, { to: email, ...createChangeNotice(shop, 'password') });
  return expiresAt;
}
