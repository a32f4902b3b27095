import { z } from 'zod';
import { readAddress, updateAddressField } from '#features/addresses/index.ts';
import { removeAddress, saveAddress } from '#features/customers/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { FormProblem } from '#platform/forms/fields.ts';
import { formBody } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { addressesPath, addressPath, removeAddressPath } from '../contract.ts';
import { accountErrors } from '../errors.ts';
import { askToSignIn, getCustomer, signInRequired } from '../pages/require-customer.ts';
import { accountTexts as texts } from '../texts.ts';
import { createAddressPage, createBookForm, defaultFields, newAddress } from './addresses-pages.tsx';

type SaveFailure = { readonly ok: false } & (
  | { readonly code: 'ACCOUNT_FORM_INVALID'; readonly form: FormBody; readonly problems: readonly FormProblem[] }
  | { readonly code: 'TOO_MANY_ADDRESSES'; readonly form: FormBody }
  | { readonly code: 'SIGN_IN_REQUIRED' | 'not_found' }
);

/** The id of the path; null for `new`, undefined for what no address can have. */
function readId({ request }: MutationCall): number | null | undefined {
  const { id } = request.params as { id: string };
  if (id === newAddress) return null;
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}

/** Adds an address, or changes that of the path. */
export const saveAddressMutation = defineMutation({
  name: 'accounts.save-address',
  description: 'Adds an address of the customer, or changes it.',
  schema: formBody,
  errors: accountErrors,
  run: async (call, form): Promise<{ readonly ok: true } | SaveFailure> => {
    const { shop } = call;
    const customer = await getCustomer(call);
    if (customer === null) return signInRequired;
    const id = readId(call);
    if (id === undefined) return { ok: false, code: 'not_found' };
    const { address, problems } = readAddress(shop.t, form, createBookForm(shop));
    if (updateAddressField in form) return { ok: false, code: 'ACCOUNT_FORM_INVALID', form, problems: [] };
    if (problems.length > 0) return { ok: false, code: 'ACCOUNT_FORM_INVALID', form, problems };
    const isDefaultBilling = defaultFields.billing in form;
    const isDefaultShipping = defaultFields.shipping in form;
    const entry = { customerId: customer.id, id, address, isDefaultBilling, isDefaultShipping, now: shop.clock.now() };
    const saved = await inTransaction(shop.db, (tx) => saveAddress(tx, entry));
    if (saved.ok) return saved;
    const { code } = saved;
    return code === 'not_found' ? { ok: false, code } : { ok: false, code, form };
  },
  message: ({ shop }, failure) =>
    failure.code === 'ACCOUNT_FORM_INVALID'
      ? failure.problems.map(({ message }) => message).join(' ')
      : failure.code === 'not_found'
        ? ''
        : shop.t(texts[failure.code]),
  form: {
    path: addressPath(':id'),
    success: () => ({ redirectTo: addressesPath, notices: [{ code: 'addressSaved' }] }),
    failure: ({ shop, request }, failure) => {
      const { id } = request.params as { id: string };
      switch (failure.code) {
        case 'ACCOUNT_FORM_INVALID':
          return { page: createAddressPage(shop, { id, form: failure.form, problems: failure.problems }) };
        case 'TOO_MANY_ADDRESSES':
          return { page: createAddressPage(shop, { id, form: failure.form, refusal: shop.t(texts[failure.code]) }) };
        default:
          return askToSignIn(addressesPath);
      }
    },
  },
});

export const removeAddressMutation = defineMutation({
  name: 'accounts.remove-address',
  description: 'Removes an address of the customer.',
  schema: z.unknown(),
  errors: accountErrors,
  run: async (
    call,
  ): Promise<{ readonly ok: true } | { readonly ok: false; readonly code: 'SIGN_IN_REQUIRED' | 'not_found' }> => {
    const customer = await getCustomer(call);
    if (customer === null) return signInRequired;
    const id = readId(call);
    const isRemoved = typeof id === 'number' && (await removeAddress(call.shop.db, customer.id, id));
    return isRemoved ? { ok: true } : { ok: false, code: 'not_found' };
  },
  message: ({ shop }) => shop.t(texts.SIGN_IN_REQUIRED),
  form: {
    path: removeAddressPath(':id'),
    success: () => ({ redirectTo: addressesPath, notices: [{ code: 'addressRemoved' }] }),
    failure: () => askToSignIn(addressesPath),
  },
});
