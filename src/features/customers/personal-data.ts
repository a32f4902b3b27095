import { sqlQuery } from '#platform/database/database.ts';
import type { PersonalDataSource } from '#platform/sessions/personal-data.ts';

const selectProfile = sqlQuery<{
  email: string;
  name: string;
  emailVerifiedAt: Date | null;
  taxExemption: string | null;
  createdAt: Date;
}>(
  'customers.read-profile',
  `select email, name, email_verified_at as "emailVerifiedAt", tax_exemption as "taxExemption", created_at as "createdAt"
  from customers where id = $1`,
);

const emptyCustomer = sqlQuery(
  'customers.erase-customer',
  `update customers set email = 'deleted-' || id || '@customer.invalid', name = '', email_verified_at = null,
    tax_exemption = null, erased_at = $2 where id = $1`,
);

/** The customer's row is emptied, not deleted: orders refer to it. */
export const profileData: PersonalDataSource = {
  name: 'profile',
  read: (_shop, db, { id }) => selectProfile(db, [id]),
  erase: async ({ clock }, tx, { id }) => {
    await emptyCustomer(tx, [id, clock.now()]);
  },
};

const selectAddresses = sqlQuery<{ address: object; isDefaultBilling: boolean; isDefaultShipping: boolean }>(
  'customers.read-addresses',
  `select address, is_default_billing as "isDefaultBilling", is_default_shipping as "isDefaultShipping"
  from customer_addresses where customer_id = $1 order by id`,
);
const deleteAddresses = sqlQuery('customers.erase-addresses', 'delete from customer_addresses where customer_id = $1');

export const addressData: PersonalDataSource = {
  name: 'addresses',
  read: (_shop, db, { id }) => selectAddresses(db, [id]),
  erase: async (_shop, tx, { id }) => {
    await deleteAddresses(tx, [id]);
  },
};
