import type { CliOutput } from '#platform/cli/command.ts';
import type { Shop } from '#platform/features/shop.ts';
import { normalizeEmail } from '#platform/mail/email-address.ts';
import { type CustomerDetails, findCustomerByEmail } from './customers.ts';

/** Runs a command on the customer with an email address, or reports that there is none. */
export async function withCustomer(
  shop: Shop,
  email: string,
  output: CliOutput,
  work: (customer: CustomerDetails) => Promise<number>,
): Promise<number> {
  const customer = await findCustomerByEmail(shop.db, normalizeEmail(email));
  if (customer) return work(customer);
  output.warn(`No customer has the email address ${email}.`);
  output.result({ ok: false, code: 'CUSTOMER_NOT_FOUND' });
  return 1;
}
