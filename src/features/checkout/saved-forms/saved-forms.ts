import { z } from 'zod';
import type { Cart } from '#features/cart/index.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { VisitorSignedIn } from '#platform/sessions/events.ts';
import { toStorableText } from '#platform/texts/storable-text.ts';
import { createCartForms } from '../checkout-view.ts';
import {
  agreedField,
  applyCouponField,
  checkedFieldsField,
  expectedTotalField,
  listsProblemsField,
  refusalField,
  removeCouponField,
  requestKeyField,
  suggestionField,
  updateField,
} from '../contract.ts';

const checkoutMessages = z.object({
  problems: z.array(z.object({ field: z.string(), message: z.string() })).default([]),
  notices: z
    .array(
      z.object({
        text: z.string(),
        link: z.object({ text: z.string(), href: z.string() }).optional(),
        total: z.number().optional(),
      }),
    )
    .default([]),
  couponFailure: z.string().nullable().default(null),
});

export type CheckoutMessages = z.infer<typeof checkoutMessages>;

export interface SavedForm {
  readonly form: FormBody;
  /** Null unless the form is that of the requested refusal. */
  readonly messages: CheckoutMessages | null;
  /** Whether the form was saved before the customer signed in, and not changed since. */
  readonly isOfGuest: boolean;
}

/** The greatest number of refusals that a cart keeps, so that each of several tabs shows its own. */
const maxRefusals = 5;

/** Fields that are not saved: buttons, and fields that belong to a single view of the page. */
const unsavedFields = [
  ...[requestKeyField, expectedTotalField, checkedFieldsField, listsProblemsField, agreedField],
  ...[applyCouponField, removeCouponField, updateField, suggestionField, refusalField],
];

type FormValues = Record<'cartId' | 'form' | 'cartForm' | 'refusals', string> & {
  readonly now: Date;
  readonly receivedAt: Date | null;
};

const upsertForm = namedQuery<FormValues>(
  'checkout.save-form',
  `insert into checkout_forms as f (cart_id, form, cart_form, refusals, updated_at) values ($cartId, $form, $cartForm, $refusals, $now)
  on conflict (cart_id) do update set form = excluded.form, cart_form = excluded.cart_form, updated_at = excluded.updated_at, is_of_guest = false,
    refusals = jsonb_path_query_array(excluded.refusals || f.refusals, '$[0 to ${maxRefusals - 1}]')
    where f.updated_at <= coalesce($receivedAt::timestamptz, 'infinity')`,
);

/** Replaces the form of a refusal, and removes the problems of its fields, which may be solved. */
const changeRefusal = sqlQuery(
  'checkout.change-refusal',
  `update checkout_forms f set refusals = (
    select jsonb_agg(case when r.value->>'id' = $2 then r.value || $3::jsonb else r.value end order by r.position)
    from jsonb_array_elements(f.refusals) with ordinality r (value, position))
  where f.cart_id = $1 and f.refusals @> jsonb_build_array(jsonb_build_object('id', $2::text))`,
);

interface NewForm {
  readonly form: FormBody;
  /** Reasons for a refusal, under a new id. Default: the form is not refused. */
  readonly refusal?: { readonly id: string; readonly messages: Partial<CheckoutMessages> };
  /** Id of the refusal that the page of the form shows. */
  readonly shownRefusal?: string | null;
  /**
   * Moment when the request was received: a form that was saved later is not overwritten. Default: this form is the
   * newest.
   */
  readonly receivedAt?: Date;
}

/** Saves the form. The last form of a cart replaces earlier ones. Does nothing without a cart. */
export async function saveForm(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  cart: Cart,
  { form, refusal, shownRefusal = null, receivedAt }: NewForm,
): Promise<void> {
  if (cart.id === null) return;
  const kept = Object.entries(form).filter(([name]) => !unsavedFields.includes(name) && /^[\w[\]-]+$/.test(name));
  const cleaned = Object.fromEntries(kept.map(([name, value]) => [name, toStorable(value)]));
  const typed = { form: cleaned, cartForm: Object.assign({}, ...createCartForms(cart)) };
  const refusals = refusal ? [{ ...typed, ...refusal.messages, id: refusal.id }] : [];
  await upsertForm(db, {
    ...{ cartId: cart.id, form: JSON.stringify(typed.form), cartForm: JSON.stringify(typed.cartForm) },
    ...{ refusals: JSON.stringify(refusals), now: receivedAt ?? clock.now(), receivedAt: receivedAt ?? null },
  });
  if (shownRefusal === null) return;
  await changeRefusal(db, [cart.id, shownRefusal, JSON.stringify({ ...typed, problems: [], couponFailure: null })]);
}

/** Reads the id of a refusal from a query parameter or form field; null for any other value. */
export function readRefusal(value: unknown): string | null {
  return typeof value === 'string' && /^[\w-]{1,40}$/.test(value) ? value : null;
}

function toStorable(value: string | string[]): string | string[] {
  return typeof value === 'string' ? toStorableText(value) : value.map(toStorableText);
}

const selectForm = sqlQuery<{ form: FormBody; cartForm: FormBody; isOfGuest: boolean; refusal: SavedRefusal | null }>(
  'checkout.read-form',
  `select form, cart_form as "cartForm", is_of_guest as "isOfGuest",
    (select r from jsonb_array_elements(refusals) r where r->>'id' = $2) as refusal from checkout_forms where cart_id = $1`,
);

interface SavedRefusal {
  readonly form: FormBody;
  readonly cartForm: FormBody;
}

/**
 * Reads the saved form; null without one. A destination or shipping option that the cart got afterwards replaces the
 * saved one.
 * @param shownRefusal id of a refusal: reads the refused form and its messages instead
 */
export async function readSavedForm(db: Db, cart: Cart, shownRefusal: string | null = null): Promise<SavedForm | null> {
  if (cart.id === null) return null;
  const [row] = await selectForm(db, [cart.id, shownRefusal]);
  if (!row) return null;
  const saved = row.refusal ?? row;
  const isOfGuest = row.isOfGuest && row.refusal === null;
  // The form of the guest is newer than a destination that the customer's cart may have had before.
  if (isOfGuest) return { form: row.form, messages: null, isOfGuest };
  const newer = createCartForms(cart).filter((form) =>
    Object.entries(form).some(([name, value]) => saved.cartForm[name] !== value),
  );
  return {
    form: Object.assign({}, saved.form, ...newer),
    messages: row.refusal ? (checkoutMessages.safeParse(row.refusal).data ?? null) : null,
    isOfGuest,
  };
}

const removeForm = sqlQuery('checkout.remove-form', 'delete from checkout_forms where cart_id = $1');

export async function deleteSavedForm(db: Db, { id }: Pick<Cart, 'id'>): Promise<void> {
  if (id !== null) await removeForm(db, [id]);
}

/**
 * Moves the form in one statement, so that a form that is saved concurrently is not lost. A guest's form without
 * email address and street does not replace a form that the customer has filled in on another device.
 */
const moveForm = sqlQuery(
  'checkout.move-form-of-guest',
  `with moved as (
    delete from checkout_forms f using carts c, carts t
    where t.customer_id = $1 and t.state = 'open' and c.merged_into = t.id and f.cart_id = c.id
    returning t.id as cart_id, f.form, f.cart_form, f.updated_at
  )
  insert into checkout_forms as k (cart_id, form, cart_form, updated_at, is_of_guest)
  select cart_id, form, cart_form, updated_at, true from moved order by updated_at desc limit 1
  on conflict (cart_id) do update set form = excluded.form, cart_form = excluded.cart_form, updated_at = excluded.updated_at,
    refusals = '[]', is_of_guest = true
  where concat(excluded.form->>'billing_email', excluded.form->>'billing_address_1', excluded.form->>'shipping_address_1') <> ''`,
);

/** Handles `visitorSignedIn`, after carts are merged: the guest's saved checkout form becomes the customer's. */
export async function moveSavedForm(
  _shop: Shop,
  tx: Tx,
  { customerId }: Pick<VisitorSignedIn, 'customerId'>,
): Promise<void> {
  await moveForm(tx, [customerId]);
}
