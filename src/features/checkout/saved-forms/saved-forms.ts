import { z } from 'zod';
import type { Cart } from '#features/cart/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { toStorableText } from '#platform/texts/storable-text.ts';
import { createCartForms } from '../checkout-view.ts';
import {
  applyCouponField,
  checkedFieldsField,
  expectedTotalField,
  listsProblemsField,
  removeCouponField,
  requestKeyField,
  suggestionField,
  updateField,
} from '../contract.ts';

/** Why an order was refused, in the words of the page. */
const checkoutMessages = z.object({
  problems: z.array(z.object({ field: z.string(), message: z.string() })).default([]),
  notices: z
    .array(z.object({ text: z.string(), link: z.object({ text: z.string(), href: z.string() }).optional() }))
    .default([]),
  couponFailure: z.string().nullable().default(null),
});

export type CheckoutMessages = z.infer<typeof checkoutMessages>;

/** What was typed into the checkout of a cart. */
export interface SavedForm {
  readonly form: FormBody;
  /** Null when the order was not refused. */
  readonly messages: CheckoutMessages | null;
}

/** Buttons, and fields that belong to one view of the page: a kept form is a new page. */
const unsavedFields = [
  ...[requestKeyField, expectedTotalField, checkedFieldsField, listsProblemsField],
  ...[applyCouponField, removeCouponField, updateField, suggestionField],
];

const upsertForm = sqlQuery(
  'checkout.save-form',
  `insert into checkout_forms (cart_id, form, cart_form, messages, updated_at) values ($1, $2, $3, $4, $5)
  on conflict (cart_id) do update
    set form = excluded.form, cart_form = excluded.cart_form, messages = excluded.messages, updated_at = excluded.updated_at
    where checkout_forms.updated_at <= coalesce($6::timestamptz, 'infinity')`,
);

interface NewForm {
  readonly form: FormBody;
  readonly messages?: Partial<CheckoutMessages> | null;
  /** When the request was received: a form that was kept since is newer, and stays. Default: this is the newest. */
  readonly receivedAt?: Date;
}

/** Keeps what was typed. The last form of a cart replaces earlier ones. Does nothing without a cart. */
export async function saveForm(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  cart: Cart,
  { form, messages = null, receivedAt }: NewForm,
): Promise<void> {
  if (cart.id === null) return;
  const kept = Object.entries(form).filter(([name]) => !unsavedFields.includes(name) && /^[\w[\]-]+$/.test(name));
  const cleaned = Object.fromEntries(kept.map(([name, value]) => [name, toStorable(value)]));
  await upsertForm(db, [
    cart.id,
    JSON.stringify(cleaned),
    JSON.stringify(Object.assign({}, ...createCartForms(cart))),
    messages && JSON.stringify(messages),
    clock.now(),
    receivedAt ?? null,
  ]);
}

function toStorable(value: string | string[]): string | string[] {
  return typeof value === 'string' ? toStorableText(value) : value.map(toStorableText);
}

const selectForm = sqlQuery<{ form: FormBody; cartForm: FormBody; messages: unknown }>(
  'checkout.read-form',
  `select form, cart_form as "cartForm", messages from checkout_forms where cart_id = $1`,
);

/** Reads what was typed; null when nothing was. Destination and shipping option that the cart got since replace the older ones. */
export async function readSavedForm(db: Db, cart: Cart): Promise<SavedForm | null> {
  if (cart.id === null) return null;
  const [saved] = await selectForm(db, [cart.id]);
  if (!saved) return null;
  const newer = createCartForms(cart).filter((form) =>
    Object.entries(form).some(([name, value]) => saved.cartForm[name] !== value),
  );
  return {
    form: Object.assign({}, saved.form, ...newer),
    messages: checkoutMessages.safeParse(saved.messages).data ?? null,
  };
}
