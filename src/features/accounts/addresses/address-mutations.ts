import { z } from 'zod';
import { removeAddress, saveAddress } from '#features/customers/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { createFormSchema } from '#platform/mutations/form-schema.ts';
import { defineMutation, type MutationCall, type Refusal } from '#platform/mutations/mutation.ts';
import { addressesPath, addressPath, removeAddressPath } from '../contract.ts';
import { accountErrors } from '../errors.ts';
import { accountTexts as texts } from '../texts.ts';
import { createAddressPage, createBookFields, newAddress } from './addresses-pages.tsx';

type SaveResult = { readonly ok: true } | Refusal<'ACCOUNT_FORM_INVALID' | 'TOO_MANY_ADDRESSES' | 'not_found'>;

const getPathId = ({ request }: MutationCall): string => (request.params as { id: string }).id;

/** Returns the id of the path, null for `new`, or undefined when the path has no valid id. */
function readId(call: MutationCall): number | null | undefined {
  const id = getPathId(call);
  if (id === newAddress) return null;
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}

export const saveAddressMutation = defineMutation({
  name: 'accounts.save-address',
  description: 'Adds an address of the customer, or changes it.',
  schema: createFormSchema(({ shop }) => createBookFields(shop)),
  requiresCustomer: { returnTo: addressesPath },
  errors: accountErrors,
  run: async (call, { values, problems }): Promise<SaveResult> => {
    const { shop, customer } = call;
    const id = readId(call);
    if (id === undefined) return { ok: false, code: 'not_found' };
    if (problems.length > 0) return { ok: false, code: 'ACCOUNT_FORM_INVALID' };
    const entry = { ...values, customerId: customer.id, id, now: shop.clock.now() };
    return inTransaction(shop.db, (tx) => saveAddress(tx, entry));
  },
  form: {
    path: addressPath(':id'),
    success: () => ({ redirectTo: addressesPath, notices: [{ code: 'addressSaved' }] }),
    failure: (call, { code }, { form, problems }) => {
      const refusal = code === 'TOO_MANY_ADDRESSES' ? call.shop.t(texts[code]) : null;
      return { page: createAddressPage(call.shop, { id: getPathId(call), form, problems, refusal }) };
    },
    update: (call, { form }) => ({ page: createAddressPage(call.shop, { id: getPathId(call), form }) }),
  },
});

export const removeAddressMutation = defineMutation({
  name: 'accounts.remove-address',
  description: 'Removes an address of the customer.',
  schema: z.unknown(),
  requiresCustomer: { returnTo: addressesPath },
  errors: accountErrors,
  run: async (call): Promise<{ readonly ok: true } | Refusal<'not_found'>> => {
    const id = readId(call);
    const isRemoved = typeof id === 'number' && (await removeAddress(call.shop.db, call.customer.id, id));
    return isRemoved ? { ok: true } : { ok: false, code: 'not_found' };
  },
  form: {
    path: removeAddressPath(':id'),
    success: () => ({ redirectTo: addressesPath, notices: [{ code: 'addressRemoved' }] }),
  },
});
