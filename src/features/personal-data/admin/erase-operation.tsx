import { findPerson } from '#features/customers/index.ts';
import { orderSettings } from '#features/orders/index.ts';
import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import { line } from '#platform/forms/kinds.ts';
import { maxEmailLength, normalizeEmail } from '#platform/mail/email-address.ts';
import { eraseCustomer, eraseGuest } from '../deletion.ts';
import { personDataTexts as texts } from './texts.ts';

/**
 * Erases an account or a guest at once, after staff typed the address. The form first lists the data that the law
 * requires to keep.
 */
export const erasePersonOperation = defineAdminOperation({
  ...{ name: 'personal-data.erase-person', text: texts.erase, subject: 'person', requires: 'customers.erase' },
  ...{ description: 'Erases what the shop has of an account or a guest, but for what the law keeps.' },
  isDangerous: true,
  load: (_shop, db, id) => findPerson(db, id),
  label: (_shop, { name, email }) => name || email,
  fields: ({ t }, { email }) => ({
    email: line({ label: t(texts.confirmation, { email }), required: true, max: maxEmailLength }),
  }),
  values: () => ({ email: '' }),
  lead: ({ t, settings }, { customerId, sameAddressId }) => (
    <ul className="stack">
      <li>{t(customerId === null ? texts.guestGoes : texts.accountGoes)}</li>
      <li>{t(texts.ordersStay, { days: settings(orderSettings).eraseAfterDays })}</li>
      <li>{t(texts.lawKeeps)}</li>
      {sameAddressId !== null && <li>{t(texts.otherStays)}</li>}
      <li>{t(texts.forGood)}</li>
    </ul>
  ),
  run: async (shop, tx, id, values) => {
    const { t } = shop;
    const person = await findPerson(tx, id);
    if (!person) return { ok: false, code: 'PERSON_GONE', message: t(texts.gone) };
    const { customerId, email, isEmailVerified } = person;
    if (normalizeEmail(values.email).toLowerCase() !== email.toLowerCase())
      return { ok: false, code: 'NOT_CONFIRMED', message: t(texts.notConfirmed), field: 'email' };
    if (customerId === null) await eraseGuest(shop, tx, email);
    else {
      const code = await eraseCustomer(shop, tx, { id: customerId, email, isEmailVerified });
      if (code !== null)
        return { ok: false, code, message: t(code === 'STAFF_ACCOUNT' ? texts.staffStays : texts.gone) };
    }
    // A guest with open orders stays on the list until these orders are closed.
    const isLeft = customerId === null && person.orders > 0;
    const change = { label: `#${id}`, before: null, after: { erased: true } };
    return isLeft ? { ok: true, change } : { ok: true, change, movedTo: null };
  },
  outcomes: { done: texts.erasureAsked },
});
