import { getOnlyPackage, getShownCost } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FieldKind, FieldOf, RecordOption } from '#platform/forms/field.ts';
import type { Choice } from '#platform/forms/field-look.shared.tsx';
import { type ChoiceOptions, choiceKind } from '#platform/forms/kinds/choices.tsx';
import type { RecordPicker } from '#platform/forms/kinds.ts';
import { readSingleLine } from '#platform/forms/read-form.ts';
import { findDraft } from '../drafts.ts';
import { quoteManualOrder } from '../price-manual-order.ts';
import { draftTexts as texts } from './draft-texts.ts';

interface DraftOption extends RecordOption {
  readonly methods: readonly Choice[];
}

const methodPicker: RecordPicker = {
  async load({ shop, db }, ids): Promise<readonly DraftOption[]> {
    const drafts = await Promise.all(ids.map((id) => findDraft(db, id)));
    return Promise.all(
      drafts
        .flatMap((draft) => draft ?? [])
        .map(async ({ id, input: { shipping, shippingMethod, ...input } }) => {
          const quote = await quoteManualOrder(shop, db, input, { kind: 'account' });
          const options = quote.ok ? getOnlyPackage(quote.calculation).options : [];
          const context = shop.renderContext('/');
          const methods = options.map((option) => {
            const price = context.price({
              amount: getShownCost(option, context.taxDisplay),
              currency: shop.choices.currency,
            });
            return { value: option.id, label: shop.t(texts.methodPrice, { title: option.title, price }) };
          });
          return { id, label: '', methods };
        }),
    );
  },
  search: async () => [],
};

const hasMethods = (option: RecordOption): option is DraftOption => 'methods' in option;

interface MethodOptions extends ChoiceOptions {
  readonly draftId: number | null;
}

/**
 * The available methods depend on the address that is saved together with the method, so `read` does not check the
 * method; pricing the order does.
 */
const methodKind: FieldKind<string, MethodOptions> = {
  ...choiceKind,
  read: ({ form }, name) => ({ value: readSingleLine(form, name).slice(0, 100), problems: [] }),
  render(props) {
    const { field, name, state } = props;
    const value = readSingleLine(state.form, name);
    const methods = state.records?.get(name)?.chosen.find(hasMethods)?.methods ?? [];
    const isGone = value !== '' && methods.every((method) => method.value !== value);
    const options = [...field.options, ...methods, ...(isGone ? [{ value, label: value }] : [])];
    return choiceKind.render({ ...props, field: { ...field, options } });
  },
  listShownRecords: (_form, name, { draftId }) =>
    draftId === null ? [] : [{ name, picker: methodPicker, ids: [draftId], query: '' }],
};

export const createShippingField = ({ t }: Shop, draftId: number | null): FieldOf<string, MethodOptions> => ({
  ...{ label: t(texts.shippingMethod), hint: t(texts.shippingMethodHint), draftId },
  options: [{ value: '', label: t(texts.firstMethod) }],
  kind: methodKind,
});
