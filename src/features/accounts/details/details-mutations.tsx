import { lockCustomer, setCustomerName } from '#features/customers/index.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import { createFormSchema, type SentForm } from '#platform/mutations/form-schema.ts';
import { type CustomerCall, defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import type { ActingCustomer } from '#platform/sessions/actor.ts';
import { detailsPath, emailPath, namePath, passwordPath } from '../contract.ts';
import { accountErrors } from '../errors.ts';
import { createChangeNotice, enqueueLink, enqueueNotice } from '../links/link-mails.ts';
import { endLinks } from '../links/link-rows.ts';
import { signInRequired } from '../pages/require-customer.ts';
import { checkPassword } from '../passwords/check-password.ts';
import { hashPassword } from '../passwords/password.ts';
import { findPasswordHash, writePassword } from '../passwords/password-rows.ts';
import { mailLimits } from '../registration/request-mutations.tsx';
import { createToken, endSessions, replaceToken } from '../sessions/session-rows.ts';
import { keepSessionCookie } from '../sessions/start-session.ts';
import { accountSettings } from '../settings.ts';
import { createNameFields, createNewEmailFields, createPasswordFields } from '../sign-in/form-fields.ts';
import { rememberDevice } from '../sign-in/known-device.ts';
import { accountTexts as texts } from '../texts.ts';
import { createDetailsPage } from './details-page.tsx';

type DetailsFailure = { readonly ok: false } & (
  | { readonly code: 'ACCOUNT_FORM_INVALID'; readonly problems: readonly FormProblem[] }
  | { readonly code: 'SIGN_IN_REQUIRED' | 'TOO_MANY_SIGN_INS' | 'TOO_MANY_ACCOUNT_MAILS' }
);

type DetailsResult = { readonly ok: true } | DetailsFailure;

const invalid = (problems: readonly FormProblem[]) => ({ ok: false, code: 'ACCOUNT_FORM_INVALID', problems }) as const;

const wrongPassword = ({ shop }: MutationCall, field: string) =>
  invalid([{ field, message: shop.t(texts.passwordWrong) }]);

function message({ shop }: MutationCall, failure: DetailsFailure): string {
  if (failure.code !== 'ACCOUNT_FORM_INVALID') return shop.t(texts[failure.code]);
  return failure.problems.map((problem) => problem.message).join(' ');
}

async function failure(call: CustomerCall, failed: DetailsFailure, { form }: SentForm<unknown>): Promise<FormReply> {
  const { problems } = { problems: undefined, ...failed };
  const state = problems ? { form, problems } : { refusal: message(call, failed) };
  return { page: await createDetailsPage(call.shop, call.customer, state) };
}

const requiresCustomer = { returnTo: detailsPath };

const succeedWith = (code: string) => (): FormReply => ({ redirectTo: detailsPath, notices: [{ code }] });

export const changeNameMutation = defineMutation({
  name: 'accounts.change-name',
  description: 'Changes the name of the customer.',
  schema: createFormSchema(({ shop }) => createNameFields(shop.t)),
  requiresCustomer,
  errors: accountErrors,
  run: async (call, { values, problems }): Promise<DetailsResult> => {
    if (problems.length > 0) return invalid(problems);
    await setCustomerName(call.shop.db, call.customer.id, values.name);
    return { ok: true };
  },
  message,
  form: { path: namePath, success: succeedWith('nameSaved'), failure },
});

/**
 * Checks the current password, within the limits of sign-ins, so that a person who finds an open session can't guess
 * it.
 */
async function checkCurrentPassword(
  call: CustomerCall,
  { name, password }: { readonly name: string; readonly password: string },
): Promise<{ readonly ok: true; readonly hash: string | null } | DetailsFailure> {
  const { id } = call.customer;
  const hash = await findPasswordHash(call.shop.db, id);
  const check = await checkPassword(call, { key: `${id} signed in`, isStranger: false, hash, password });
  if (check === 'refused') return { ok: false, code: 'TOO_MANY_SIGN_INS' };
  return check === 'wrong' ? wrongPassword(call, name) : { ok: true, hash };
}

/** Sends a link to the new address. The old address stays until the link is used. */
export const changeEmailMutation = defineMutation({
  name: 'accounts.change-email',
  description: 'Sends a link to a new email address of the customer.',
  schema: createFormSchema(({ shop }) => createNewEmailFields(shop.t)),
  requiresCustomer,
  errors: accountErrors,
  limits: mailLimits,
  run: async (call, { values, problems }): Promise<DetailsResult> => {
    const { shop, customer } = call;
    if (problems.length > 0) return invalid(problems);
    const typed = { name: 'email_password', password: values.password };
    const checked = await checkCurrentPassword(call, typed);
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
 * Ends all other sessions and all links that were mailed before. The session that stays gets another token, since
 * somebody may have copied its cookie.
 */
export const changePasswordMutation = defineMutation({
  name: 'accounts.change-password',
  description: 'Changes the password of the customer.',
  schema: createFormSchema(async (call) =>
    createPasswordFields(call.shop, (await call.getActor()).customer?.email ?? ''),
  ),
  requiresCustomer,
  errors: accountErrors,
  run: async (call, { values, problems }): Promise<DetailsResult> => {
    const { shop, customer } = call;
    const sessionId = call.request.accountSession?.sessionId;
    if (sessionId === undefined) return signInRequired;
    if (problems.length > 0) return invalid(problems);
    const typed = { name: 'current_password', password: values.current };
    const checked = await checkCurrentPassword(call, typed);
    if (!checked.ok) return checked;
    const newHash = await hashPassword(values.password);
    const token = createToken();
    const change = { customer, sessionId, token, checkedHash: checked.hash, newHash };
    const changed = await inTransaction(shop.db, (tx) => changePassword(shop, tx, change));
    if (changed === 'signed-out') return signInRequired;
    if (changed === 'overtaken') return wrongPassword(call, typed.name);
    keepSessionCookie(call, { token, expiresAt: changed });
    rememberDevice(call, { customerId: customer.id, hash: newHash });
    return { ok: true };
  },
  message,
  form: { path: passwordPath, success: succeedWith('passwordSaved'), failure },
});

interface PasswordChange {
  readonly customer: ActingCustomer;
  /** Id of the session that stays. */
  readonly sessionId: string;
  readonly token: string;
  readonly checkedHash: string | null;
  readonly newHash: string;
}

/**
 * @returns the end of the session that stays; `signed-out` when it has ended meanwhile, `overtaken` when the password
 * has changed
 */
async function changePassword(
  shop: Shop,
  tx: Tx,
  { customer: { id, email }, sessionId, token, checkedHash, newHash }: PasswordChange,
): Promise<Date | 'signed-out' | 'overtaken'> {
  const now = shop.clock.now();
  // A concurrent sign-in ends before this transaction locks the customer, or sees the new password.
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
