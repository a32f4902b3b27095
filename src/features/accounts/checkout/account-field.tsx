import type { CheckoutField } from '#features/checkout/index.ts';
import type { OrderCreated } from '#features/orders/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Filler } from '#platform/features/slots.ts';
import { readSingleLine } from '#platform/forms/read-form.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { Checkbox } from '#ui/choices.tsx';
import { createAccountField } from '../contract.ts';
import { enqueueLink } from '../links/link-mails.ts';
import { accountSettings } from '../settings.ts';
import { accountTexts as texts } from '../texts.ts';

/** Fills `checkoutFields` for guests. */
export const createAccountCheckoutField: Filler<{ readonly actor: Actor }, CheckoutField> = (_, { t }, { actor }) => {
  if (actor.customer !== null) return null;
  const isWanted = (form: Parameters<CheckoutField['read']>[0]) => readSingleLine(form, createAccountField) !== '';
  return {
    name: createAccountField,
    section: 'contact',
    read: (form) => ({ ok: true, value: isWanted(form) || undefined }),
    render: (form) => (
      <Checkbox
        id={createAccountField}
        name={createAccountField}
        value="1"
        label={t(texts.withOrder)}
        hint={t(texts.withOrderHint)}
        defaultChecked={isWanted(form)}
      />
    ),
  };
};

/**
 * Handles `orders.created`: requests a mail with a link that creates the account, in the order's transaction. Only
 * the job checks whether the address is known.
 */
export async function requestAccount(
  shop: Shop,
  tx: Tx,
  { email, customerId, meta }: Pick<OrderCreated, 'email' | 'customerId' | 'meta'>,
): Promise<void> {
  if (customerId !== null || meta[createAccountField] !== true) return;
  const minutes = shop.settings(accountSettings).linkMinutes.register;
  await enqueueLink(shop, tx, { kind: 'create-account', email, minutes });
}
