import type { FastifyInstance } from 'fastify';
import { createAddressField, formatAddress } from '#features/addresses/index.ts';
import { type AddressBookEntry, listAddresses } from '#features/customers/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import { FormFields, FormProblems, RequiredNote } from '#platform/forms/form-fields.tsx';
import { flag } from '#platform/forms/kinds.ts';
import { toForm } from '#platform/forms/show-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { addressesPath, addressPath, removeAddressPath } from '../contract.ts';
import { showAccountPage } from '../pages/require-customer.ts';
import { AccountLayout, accountStyles, readAccountNotices } from '../parts/account-layout.tsx';
import { accountTexts as texts } from '../texts.ts';

/** Value of the path's `:id` for an address that does not exist yet. */
export const newAddress = 'new';

export const createBookFields = ({ t, choices: { countries, locale } }: Pick<Shop, 't' | 'choices'>) => ({
  address: createAddressField({ t, locale }, { kind: 'shipping', countries }),
  isDefaultBilling: flag({ name: 'default_billing', label: t(texts.useForBilling) }),
  isDefaultShipping: flag({ name: 'default_shipping', label: t(texts.useForShipping) }),
});

export function registerAddressPages(app: FastifyInstance, shop: Shop): void {
  app.get(addressesPath, (request, reply) =>
    showAccountPage(shop, request, reply, async ({ id }) =>
      createBookPage(shop, await listAddresses(shop.db, id), readAccountNotices(shop, request, reply)),
    ),
  );
  app.get(addressPath(':id'), (request, reply) =>
    showAccountPage(shop, request, reply, async (customer) => {
      const { id } = request.params as { id: string };
      if (id === newAddress) return createAddressPage(shop, { id, form: {} });
      const entry = (await listAddresses(shop.db, customer.id)).find((each) => String(each.id) === id);
      return entry ? createAddressPage(shop, { id, form: toForm(entry, createBookFields(shop)) }) : null;
    }),
  );
}

function createBookPage(shop: Shop, addresses: readonly AddressBookEntry[], notices: readonly string[]): PrivateView {
  const { t } = shop;
  const title = t(texts.addresses);
  const body = (
    <AccountLayout shop={shop} path={addressesPath} title={title} notices={notices}>
      {addresses.length === 0 && <p className="account__none">{t(texts.noAddresses)}</p>}
      <ul className="account-list">
        {addresses.map((entry) => (
          <BookItem key={entry.id} shop={shop} entry={entry} />
        ))}
      </ul>
      <p>
        <ButtonLink href={addressPath(newAddress)}>{t(texts.addAddress)}</ButtonLink>
      </p>
    </AccountLayout>
  );
  return { title, styles: accountStyles, body };
}

function BookItem({ shop, entry }: { readonly shop: Shop; readonly entry: AddressBookEntry }) {
  const { t, choices } = shop;
  const { id, address, isDefaultBilling, isDefaultShipping } = entry;
  const name = `${address.first_name} ${address.last_name}, ${address.city}`;
  return (
    <li className="account-list__item">
      <div>
        <address>
          {formatAddress(address, choices.locale).map((line) => (
            <div key={line}>{line}</div>
          ))}
        </address>
        {isDefaultBilling && <p className="account__muted">{t(texts.defaultBilling)}</p>}
        {isDefaultShipping && <p className="account__muted">{t(texts.defaultShipping)}</p>}
      </div>
      <div className="account-list__actions">
        <a href={addressPath(id)} aria-label={t(texts.changeOf, { address: name })}>
          {t(texts.change)}
        </a>
        <form method="post" action={removeAddressPath(id)}>
          <Button look="text" aria-label={t(texts.removeOf, { address: name })}>
            {t(texts.remove)}
          </Button>
        </form>
      </div>
    </li>
  );
}

interface AddressPageState {
  /** Id of the address, or `new`. */
  readonly id: string;
  readonly form: FormBody;
  readonly problems?: readonly FormProblem[];
  readonly refusal?: string | null;
}

export function createAddressPage(
  shop: Shop,
  { id, form, problems = [], refusal = null }: AddressPageState,
): PrivateView {
  const { t } = shop;
  const title = t(id === newAddress ? texts.addAddress : texts.changeAddress);
  const state = { t, form, problems };
  const body = (
    <AccountLayout shop={shop} path={addressesPath} title={title}>
      <form className="stack" method="post" action={addressPath(id)}>
        <FormProblems state={state} />
        <Notice kind="error" autoFocus>
          {refusal}
        </Notice>
        <RequiredNote t={t} />
        <FormFields fields={createBookFields(shop)} state={state} />
        <p className="account-forms__end">
          <Button>{t(texts.save)}</Button>
          <a href={addressesPath}>{t(texts.cancel)}</a>
        </p>
      </form>
    </AccountLayout>
  );
  return { title, styles: accountStyles, body };
}
