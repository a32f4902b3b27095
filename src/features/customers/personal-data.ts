import { eraseAudit } from '#platform/admin/audit/erase-audit.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { type DataSubject, type PersonalDataSource, toSubjectValues } from '#platform/sessions/personal-data.ts';

const selectProfile = sqlQuery<{
  email: string;
  name: string;
  emailVerifiedAt: Date | null;
  taxExemption: string | null;
  taxCertificate: string;
  taxExemptBefore: Date | null;
  createdAt: Date;
}>(
  'customers.read-profile',
  `select email, name, email_verified_at as "emailVerifiedAt", tax_exemption as "taxExemption", tax_certificate as "taxCertificate",
    tax_exempt_before as "taxExemptBefore", created_at as "createdAt"
  from customers where id = $1`,
);

/** Accounts that were merged into this one before now belong to the remaining account, too. */
const closeMerged = sqlQuery(
  'customers.close-merged',
  `with earlier as (update customers set merged_into = $2 where merged_into = $1)
  update customers set merged_into = $2 where id = $1`,
);
const takeName = sqlQuery(
  'customers.take-name',
  `update customers c set name = f.name from customers f where c.id = $2 and f.id = $1 and c.name = ''`,
);

const emptyCustomer = sqlQuery(
  'customers.erase-customer',
  `update customers set email = 'deleted-' || id || '@customer.invalid', name = '', email_verified_at = null,
    tax_exemption = null, tax_certificate = '', tax_exempt_before = null, erased_at = $2 where id = $1`,
);

/** The customer's row is emptied, not deleted, because orders refer to it. */
export const profileData: PersonalDataSource = {
  name: 'profile',
  read: (_shop, db, { id }) => selectProfile(db, [id]),
  erase: async ({ clock }, tx, { id }) => {
    await emptyCustomer(tx, [id, clock.now()]);
  },
  merge: async ({ clock }, tx, { from, into }) => {
    await takeName(tx, [from.id, into.id]);
    await emptyCustomer(tx, [from.id, clock.now()]);
    await closeMerged(tx, [from.id, into.id]);
  },
};

const selectAddresses = sqlQuery<{ address: object; isDefaultBilling: boolean; isDefaultShipping: boolean }>(
  'customers.read-addresses',
  `select address, is_default_billing as "isDefaultBilling", is_default_shipping as "isDefaultShipping"
  from customer_addresses where customer_id = $1 order by id`,
);
const deleteAddresses = sqlQuery('customers.erase-addresses', 'delete from customer_addresses where customer_id = $1');

/** Keeps each address once, and the defaults of the account that stays. */
const mergeAddresses = sqlQuery(
  'customers.merge-addresses',
  `with duplicates as (
    delete from customer_addresses a where a.customer_id = $1 and exists (
      select from customer_addresses o where o.customer_id = $2 and o.address = a.address) returning a.id
  )
  update customer_addresses set customer_id = $2, is_default_billing = false, is_default_shipping = false
  where customer_id = $1 and id not in (select id from duplicates)`,
);

export const addressData: PersonalDataSource = {
  name: 'addresses',
  read: (_shop, db, { id }) => selectAddresses(db, [id]),
  erase: async (_shop, tx, { id }) => {
    await deleteAddresses(tx, [id]);
  },
  merge: async (_shop, tx, { from, into }) => {
    await mergeAddresses(tx, [from.id, into.id]);
  },
};

/** A row of `people` is an account, or the email address of a guest. */
const selectPeople = sqlQuery<{ id: number }>(
  'customers.find-people-of-subject',
  'select id from people where customer_id = $1 or customer_id is null and lower(email) = lower($2) order by id',
);
const selectNotes = sqlQuery<{ note: string; at: Date }>(
  'customers.read-notes',
  'select text as note, at from person_notes where person_id = any($1::bigint[]) order by id',
);
const deleteNotes = sqlQuery('customers.erase-notes', 'delete from person_notes where person_id = any($1::bigint[])');
const mergeNotes = sqlQuery(
  'customers.merge-notes',
  `update person_notes n set person_id = s.id from people f, people s
  where n.person_id = f.id and f.customer_id = $1 and s.customer_id = $2`,
);

const findIds = async (db: Db, subject: DataSubject) =>
  (await selectPeople(db, toSubjectValues(subject))).map(({ id }) => id);

/** Notes of staff about a person. Erased together with the audit entries about the person's page. */
export const noteData: PersonalDataSource = {
  name: 'notes',
  read: async (_shop, db, subject) => selectNotes(db, [await findIds(db, subject)]),
  erase: async (_shop, tx, subject) => {
    const ids = await findIds(tx, subject);
    await deleteNotes(tx, [ids]);
    await eraseAudit(tx, 'person', ids);
  },
  merge: async (_shop, tx, { from, into }) => {
    await mergeNotes(tx, [from.id, into.id]);
  },
};
