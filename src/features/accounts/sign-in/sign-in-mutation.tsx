import type { FormProblem } from '#platform/forms/fields.ts';
import { readFields } from '#platform/forms/fields.ts';
import { formBody, readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { popupField, popupHash, returnField, signInPath } from '../contract.ts';
import { accountErrors } from '../errors.ts';
import { checkPassword } from '../passwords/check-password.ts';
import { findCredentials } from '../passwords/password-rows.ts';
import { readPassword } from '../passwords/read-password.ts';
import { passFirstStep } from '../sessions/start-session.ts';
import { accountTexts as texts } from '../texts.ts';
import { createEmailField, signInFields } from './form-fields.ts';
import { findKnownDevice } from './known-device.ts';
import { readReturnPath } from './return-path.ts';
import { createSignInPage } from './sign-in-page.tsx';

type SignInFailure = { readonly ok: false; readonly form: FormBody } & (
  | { readonly code: 'ACCOUNT_FORM_INVALID'; readonly problems: readonly FormProblem[] }
  | { readonly code: 'SIGN_IN_FAILED' | 'TOO_MANY_SIGN_INS' }
);

type SignInResult = { readonly ok: true; readonly answer: FormReply } | SignInFailure;

/** Signs in with a password. Does the same for an unknown address as for a wrong password. */
export const signInMutation = defineMutation({
  name: 'accounts.sign-in',
  description: 'Signs a customer in with a password.',
  schema: formBody,
  errors: accountErrors,
  run: async (call, form): Promise<SignInResult> => {
    const { shop } = call;
    const { email, password, problems } = readCredentials(call, form);
    if (problems.length > 0) return { ok: false, code: 'ACCOUNT_FORM_INVALID', form, problems };
    const account = await findCredentials(shop.db, email);
    const device = account && findKnownDevice(call, { customerId: account.id, hash: account.hash });
    // Strangers who guess keep nobody out of the devices on which they have signed in.
    const key = account && device ? `${account.id} ${device}` : email.toLowerCase();
    const check = await checkPassword(call, { key, isStranger: !device, hash: account?.hash ?? null, password });
    if (check === 'refused') return { ok: false, code: 'TOO_MANY_SIGN_INS', form };
    if (!account || check === 'wrong') return { ok: false, code: 'SIGN_IN_FAILED', form };
    const { id, isEmailVerified } = account;
    const customer = { id, email: account.email, isEmailVerified };
    const returnTo = readReturnPath(form[returnField]);
    const answer = await passFirstStep(call, customer, { checkedHash: account.hash, returnTo });
    return answer === null ? { ok: false, code: 'SIGN_IN_FAILED', form } : { ok: true, answer };
  },
  message: ({ shop }, { code }) => shop.t(texts[code]),
  form: { path: signInPath, success: (_, { answer }) => answer, failure },
});

function readCredentials({ shop: { t } }: MutationCall, form: FormBody) {
  const { values, problems } = readFields(t, form, { email: createEmailField(t, signInFields.email) });
  const password = readPassword(form, signInFields.password);
  const missing = password === '' ? [{ field: signInFields.password, message: t(texts.passwordMissing) }] : [];
  return { email: values.email, password, problems: [...problems, ...missing] };
}

/** The popup shows its notice on the page that it was on; the page for signing in keeps what was typed. */
async function failure({ shop }: MutationCall, refused: SignInFailure): Promise<FormReply> {
  const { form, code } = refused;
  const returnTo = readReturnPath(form[returnField]);
  if (readSingleLine(form, popupField) !== '') return { redirectTo: `${returnTo}${popupHash(code)}` };
  const reason =
    refused.code === 'ACCOUNT_FORM_INVALID' ? { problems: refused.problems } : { refusal: shop.t(texts[code]) };
  return { page: await createSignInPage(shop, { form, returnTo, ...reason }) };
}
