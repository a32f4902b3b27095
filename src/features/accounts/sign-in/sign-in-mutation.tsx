import { readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import { createFormSchema } from '#platform/mutations/form-schema.ts';
import { defineMutation, type MutationCall, type Refusal } from '#platform/mutations/mutation.ts';
import { popupField, popupHash, returnField, signInPath } from '../contract.ts';
import { accountErrors } from '../errors.ts';
import { checkPassword } from '../passwords/check-password.ts';
import { findCredentials } from '../passwords/password-rows.ts';
import { passFirstStep } from '../sessions/start-session.ts';
import { accountTexts as texts } from '../texts.ts';
import { createSignInFields } from './form-fields.ts';
import { findKnownDevice } from './known-device.ts';
import { readReturnPath } from './return-path.ts';
import { createSignInPage, type SignInState } from './sign-in-page.tsx';

type SignInResult =
  | { readonly ok: true; readonly answer: FormReply }
  | Refusal<'ACCOUNT_FORM_INVALID' | 'SIGN_IN_FAILED' | 'TOO_MANY_SIGN_INS'>;

/** Signs in with a password. An unknown address is answered like a wrong password. */
export const signInMutation = defineMutation({
  name: 'accounts.sign-in',
  description: 'Signs a customer in with a password.',
  schema: createFormSchema(({ shop }) => createSignInFields(shop.t)),
  errors: accountErrors,
  run: async (call, { form, values: { email, password }, problems }): Promise<SignInResult> => {
    if (problems.length > 0) return { ok: false, code: 'ACCOUNT_FORM_INVALID' };
    const account = await findCredentials(call.shop.db, email);
    const device = account && findKnownDevice(call, { customerId: account.id, hash: account.hash });
    // Strangers who guess passwords must not block the devices on which the customer has signed in.
    const key = account && device ? `${account.id} ${device}` : email.toLowerCase();
    const check = await checkPassword(call, { key, isStranger: !device, hash: account?.hash ?? null, password });
    if (check === 'refused') return { ok: false, code: 'TOO_MANY_SIGN_INS' };
    if (!account || check === 'wrong') return { ok: false, code: 'SIGN_IN_FAILED' };
    const { id, isEmailVerified } = account;
    const customer = { id, email: account.email, isEmailVerified };
    const returnTo = readReturnPath(form[returnField]);
    const answer = await passFirstStep(call, customer, { checkedHash: account.hash, returnTo });
    return answer === null ? { ok: false, code: 'SIGN_IN_FAILED' } : { ok: true, answer };
  },
  message: ({ shop }, { code }) => shop.t(texts[code]),
  form: {
    path: signInPath,
    success: (_, { answer }) => answer,
    failure: (call, { code }, { form, problems }) =>
      showForm(call, form, code, problems.length > 0 ? { problems } : { refusal: call.shop.t(texts[code]) }),
  },
});

/** A refused popup returns to its page with a notice. The page for signing in keeps the typed values. */
async function showForm(
  { shop }: MutationCall,
  form: FormBody,
  code: keyof typeof accountErrors.codes,
  reason: Pick<SignInState, 'problems' | 'refusal'>,
): Promise<FormReply> {
  const returnTo = readReturnPath(form[returnField]);
  if (readSingleLine(form, popupField) !== '') return { redirectTo: `${returnTo}${popupHash(code)}` };
  return { page: await createSignInPage(shop, { form, returnTo, ...reason }) };
}
