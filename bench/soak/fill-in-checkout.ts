import { shippingMethodField, updateField } from '#features/checkout/contract.ts';
import type { Chance } from '#tests/support/chance.ts';
import { type FormFields, readInputValue, type Shopper } from '#tests/support/shopper.ts';
import type { Diary } from './attempts.ts';
import { repeatUntilAnswered } from './repeat-request.ts';

interface CheckoutContext {
  readonly chance: Chance;
  readonly diary: Diary;
}

interface UpdatedCheckout {
  readonly form: FormFields;
  /** Ids of the shipping options. */
  readonly options: readonly string[];
}

/**
 * Fills in the checkout, chooses one of the shipping options for the postcode and has the totals
 * updated: some coupons and promotions depend on who orders.
 * @returns null when the cart can't be ordered
 */
export async function fillInCheckout(
  { chance, diary }: CheckoutContext,
  shopper: Shopper,
  postcode: string,
): Promise<FormFields | null> {
  const form = await repeatUntilAnswered(diary, () => shopper.fillInCheckout());
  if (!form) return null;
  const located = await updateTotals(diary, shopper, { ...form, billing_postcode: postcode });
  if (!located || located.options.length === 0 || chance.happens(0.6)) return located?.form ?? null;
  const chosen = { ...located.form, [shippingMethodField]: chance.pick(located.options) };
  return (await updateTotals(diary, shopper, chosen))?.form ?? null;
}

async function updateTotals(diary: Diary, shopper: Shopper, form: FormFields): Promise<UpdatedCheckout | null> {
  const fields = { ...form, [updateField]: 'yes' };
  const { status, body } = await repeatUntilAnswered(diary, () => shopper.placeOrder(fields));
  if (status === 303) return null;
  if (status !== 200) diary.unexpectedAnswers.push(`updating the totals answered ${status}`);
  const radios = Array.from(body.matchAll(/<input\b[^>]*>/g), ([input]) => input).filter((input) =>
    input.includes(`name="${shippingMethodField}"`),
  );
  const readValue = (input = '') => /\bvalue="([^"]*)"/.exec(input)?.[1] ?? '';
  const selected = radios.find((input) => /\bchecked\b/.test(input));
  const totals = { expected_total: readInputValue(body, 'expected_total'), [shippingMethodField]: readValue(selected) };
  return { form: { ...form, ...totals }, options: radios.map(readValue) };
}
