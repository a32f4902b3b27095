import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Address, formatAddress } from '#features/addresses/index.ts';
import { type AdminPanel, defineAdminRecord, definePanel } from '#platform/admin/records/record.ts';
import { formatEmail, toMailLink } from '#platform/mail/email-address.ts';
import { formatMoney } from '#platform/money/money.ts';
import { getDateFormat } from '#platform/texts/formats.ts';
import { FactsList } from '#ui/admin/panels.tsx';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { Notice } from '#ui/notice.tsx';
import { findPerson, isOfAccount, type Person } from '../people.ts';
import { exemptionOperation, taxPanel } from './exemption.tsx';
import { addNoteOperation, notesPanel } from './notes.tsx';
import { peoplePath, personPath } from './paths.ts';
import { personList } from './person-list.tsx';
import { personTexts as texts } from './texts.ts';

const contactPanel: AdminPanel<Person> = {
  ...{ id: 'contact', title: texts.contact, column: 'side' },
  render: ({ t, choices }, { email, name, spent, customerId, sameAddressId }) => (
    <>
      {sameAddressId !== null && (
        <Notice kind="warning">
          {t(texts.sameAddress, { kind: customerId === null ? 'guest' : 'account' })}{' '}
          <a href={personPath(sameAddressId)}>{t(texts.openOther)}</a>
        </Notice>
      )}
      <FactsList
        facts={[
          { label: t(texts.name), value: name },
          { label: t(texts.email), value: <a href={toMailLink(email)}>{formatEmail(email)}</a> },
          {
            label: t(texts.spent),
            value: spent.map((money) => formatMoney(money, choices.locale)).join(' · '),
          },
        ]}
      />
    </>
  ),
};

const addressesPanel = definePanel({
  ...{ id: 'addresses', title: texts.addresses, column: 'side' },
  data: (
    _shop,
    id,
  ) => sql`select json_agg(json_build_object('id', a.id, 'address', a.address, 'isBilling', a.is_default_billing,
    'isShipping', a.is_default_shipping) order by a.id) from customer_addresses a where ${isOfAccount(id, sql`a.customer_id`)}`,
  schema: z.array(
    z.object({ id: z.int(), address: z.custom<Address>(), isBilling: z.boolean(), isShipping: z.boolean() }),
  ),
  render: ({ t, choices }, _person: Person, addresses) => (
    <div className="stack">
      {addresses.map(({ id, address, isBilling, isShipping }) => (
        <div key={id}>
          <address style={{ fontStyle: 'normal', overflowWrap: 'anywhere' }}>
            {formatAddress(address, choices.locale).map((part) => (
              <div key={part}>{part}</div>
            ))}
          </address>
          {isBilling && <StateBadge tone="neutral">{t(texts.isBilling)}</StateBadge>}{' '}
          {isShipping && <StateBadge tone="neutral">{t(texts.isShipping)}</StateBadge>}
        </div>
      ))}
    </div>
  ),
});

/** The page of an account or a guest, which features extend. */
export const personRecord = defineAdminRecord<Person>({
  ...{ name: 'customers.person', path: personPath(':id'), requires: 'customers.read', subject: 'person' },
  back: { path: peoplePath, text: texts.people },
  list: personList.name,
  load: (_shop, db, id) => findPerson(db, id),
  head: ({ t, choices }, person) => ({
    title: person.name || formatEmail(person.email),
    states: (
      <>
        {person.customerId === null ? (
          <StateBadge tone="neutral">{t(texts.guest)}</StateBadge>
        ) : (
          <StateBadge tone={person.isEmailVerified ? 'info' : 'warning'}>
            {`${t(texts.account)} · ${t(person.isEmailVerified ? texts.verified : texts.unverified)}`}
          </StateBadge>
        )}
        {person.orders > 1 && <StateBadge tone="success">{t(texts.returned)}</StateBadge>}
        {person.isTaxExempt && <StateBadge tone="info">{t(texts.exempt)}</StateBadge>}
        {person.erasureAskedAt && <StateBadge tone="warning">{t(texts.erasureAsked)}</StateBadge>}
      </>
    ),
    facts: t(texts.facts, {
      since: getDateFormat(choices.locale, { dateStyle: 'long' }).format(person.firstSeenAt),
      orders: person.orders,
    }),
  }),
  panels: [notesPanel, contactPanel, addressesPanel, taxPanel],
  operations: [
    { operation: addNoteOperation, panel: 'notes' },
    { operation: exemptionOperation, panel: 'taxes', isShown: ({ customerId }) => customerId !== null },
  ],
});
