import { type CustomerSignIn, sessionHooks } from '#platform/sessions/actor.ts';
import type { CustomerCall, Mutation, MutationCall, MutationResult } from './mutation.ts';

type Failure = Extract<MutationResult, { readonly ok: false }>;

const required = { ok: false, code: 'SIGN_IN_REQUIRED' } as const;
const freshRequired = { ok: false, code: 'FRESH_SIGN_IN_REQUIRED' } as const;

const findCustomerSignIn = ({ shop }: MutationCall): CustomerSignIn | null =>
  shop.implementations(sessionHooks).find((hook) => hook.customerSignIn)?.customerSignIn ?? null;

/** Adds the signed-in customer to the call, where the mutation requires a customer. */
export async function addCustomer(
  { requiresCustomer }: Mutation,
  call: MutationCall,
): Promise<MutationCall | CustomerCall> {
  if (!requiresCustomer) return call;
  const { customer } = await call.getActor();
  return customer === null ? call : { ...call, customer };
}

/**
 * @param call the result of `addCustomer`
 * @returns null when the mutation requires no customer, or when the call meets the requirement
 */
export async function findCustomerFailure(
  { requiresCustomer }: Mutation,
  call: MutationCall | CustomerCall,
): Promise<Failure | null> {
  if (!requiresCustomer) return null;
  if (!('customer' in call)) return required;
  if (!requiresCustomer.isFresh) return null;
  return (await findCustomerSignIn(call)?.isFresh(call.shop, call.request)) ? null : freshRequired;
}

/**
 * @returns the path that a form leads to when it failed because of a missing sign-in; null for every other failure
 */
export function findSignInPath({ requiresCustomer }: Mutation, call: MutationCall, { code }: Failure): string | null {
  const isFreshMissing = code === freshRequired.code;
  if (!requiresCustomer || (code !== required.code && !isFreshMissing)) return null;
  return findCustomerSignIn(call)?.getPath(requiresCustomer.returnTo, isFreshMissing) ?? null;
}
