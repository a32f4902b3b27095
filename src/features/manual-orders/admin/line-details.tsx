import { type AddonDefinition, addonFieldName } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FieldKind, FieldOf, FieldRecord, FormState, RecordOption } from '#platform/forms/field.ts';
import type { FieldLook } from '#platform/forms/field-look.shared.tsx';
import { FormFields } from '#platform/forms/form-fields.tsx';
import { choice, choices, flag, line, text } from '#platform/forms/kinds.ts';
import { readSingleLine } from '#platform/forms/read-form.ts';
import { normaliseText } from '#platform/input/normalise-text.ts';
import { formatMoney } from '#platform/money/money.ts';
import { type LineDetails, lineDetailsSchema } from '../order-file.ts';
import { draftTexts as texts } from './draft-texts.ts';
import { type VariationOption, variationPicker } from './pickers.ts';

type Form = FormState['form'];

const nothing: LineDetails = { choices: {}, addons: {}, uploads: [] };

/**
 * Reads options and files of a line that come from elsewhere, such as a wishlist, and that this form has no fields
 * for.
 */
function readKept(form: Form, name: string): LineDetails {
  try {
    return lineDetailsSchema.safeParse(JSON.parse(readSingleLine(form, name) || '{}')).data ?? nothing;
  } catch {
    return nothing;
  }
}

const readVariationId = (form: Form, name: string): number =>
  Number(/^\d{1,10}$/.exec(readSingleLine(form, name.replace(/details$/, 'variation')))?.[0] ?? 0);

/** Whether another product was chosen after the fields were shown. Their values do not apply to that product. */
function isOfAnother(form: Form, name: string): boolean {
  const shown = readSingleLine(form, `${name}.of`);
  return shown !== '' && shown !== String(readVariationId(form, name));
}

/** Reads values of add-ons by field name, without empty ones. */
const readTyped = (form: Form, name: string): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(form)
      .filter(([field]) => field.startsWith(`${name}.addon-`))
      .map(([field, typed]): [string, string[]] => [
        field.slice(name.length + 1),
        [typed].flat().flatMap((value) => normaliseText(value) || []),
      ])
      .filter(([, typed]) => typed.length > 0),
  );

/** Creates the add-on fields of a product, as on its own page. Files can't be uploaded here. */
function createAddonFields(
  { t, choices: { currency, locale } }: Shop,
  addons: readonly AddonDefinition[],
): FieldRecord {
  const withPrice = (label: string, amount: number) =>
    amount === 0 ? label : t(texts.withPrice, { label, price: formatMoney({ amount, currency }, locale) });
  const fields = addons.flatMap((addon): [string, FieldRecord[string]][] => {
    const { kind, label, help: hint, price, required, maxLength } = addon;
    // Browsers must not require the fields, because staff may choose another product before they fill them in.
    const look = { label: withPrice(label, price), hint };
    const typed = { ...look, required, requiredInBrowser: false, isMarked: required };
    const max = maxLength ?? 1000;
    const options = addon.options.map((option) => ({ ...option, label: withPrice(option.label, option.price) }));
    const create = {
      text: () => line({ ...typed, max }),
      textarea: () => text({ ...typed, max }),
      checkbox: () => flag(look),
      checkboxes: () => choices({ ...look, options }),
      select: () => choice({ ...typed, options: [{ value: '', label: t(texts.noOption) }, ...options] }),
      radio: () => choice({ ...look, options, isOpen: true }),
      file: () => null,
    };
    return [[addonFieldName(addon), create[kind]()]];
  });
  return Object.fromEntries(fields);
}

const hasAddons = (option: RecordOption): option is VariationOption => 'addons' in option;

interface DetailsOptions extends FieldLook {
  readonly shop: Shop;
}

/** Describes an add-on by its key, because the product may have lost the field since. */
function describeAddon([field, sent]: readonly [string, readonly string[]]): string {
  const key = field.replace(/^addon-|\[\]$/g, '');
  return sent.includes(ticked) ? key : `${key} ${sent.join(', ')}`;
}

/** Value that the field of a checkbox sends. */
const ticked = '1';

const detailsKind: FieldKind<LineDetails | null, DetailsOptions> = {
  name: 'line-details',
  read({ t, form }, name) {
    if (isOfAnother(form, name)) return { value: null, problems: [] };
    const kept = readKept(form, name);
    const details = { ...kept, addons: { ...kept.addons, ...readTyped(form, name) } };
    const read = lineDetailsSchema.safeParse(details);
    if (!read.success) return { value: null, problems: [{ field: name, message: t(texts.detailsInvalid) }] };
    const isEmpty = [details.choices, details.addons, details.uploads].every((each) => Object.keys(each).length === 0);
    return { value: isEmpty ? null : read.data, problems: [] };
  },
  render({ field: { label, shop }, name, state }) {
    const form = isOfAnother(state.form, name) ? {} : state.form;
    const { choices: chosen, uploads } = readKept(form, name);
    const files = uploads.length > 0 ? [shop.t(texts.files, { count: uploads.length })] : [];
    const shown = [...Object.values(chosen), ...files].join(', ');
    const variation = state.records?.get(name)?.chosen.find(hasAddons);
    return (
      <>
        <input type="hidden" name={name} value={readSingleLine(form, name)} />
        <input type="hidden" name={`${name}.of`} value={variation?.id ?? ''} />
        {shown !== '' && (
          <p>
            {label}: {shown}
          </p>
        )}
        <FormFields
          fields={createAddonFields(shop, variation?.addons ?? [])}
          state={{ ...state, form }}
          prefix={`${name}.`}
        />
      </>
    );
  },
  toText: (value) =>
    value === null
      ? ''
      : [...Object.values(value.choices), ...Object.entries(value.addons).map(describeAddon)].join(', '),
  json: () => lineDetailsSchema.nullable(),
  toForm(value, name) {
    if (value === null) return { [name]: '' };
    const { uploads, addons } = value;
    const isFile = ([, sent]: readonly [string, readonly string[]]) => sent.every((each) => uploads.includes(each));
    const kept = { ...value, addons: Object.fromEntries(Object.entries(addons).filter(isFile)) };
    const typed = Object.entries(addons).filter((each) => !isFile(each));
    return Object.fromEntries([
      [name, JSON.stringify(kept)],
      ...typed.map(([field, sent]) => [`${name}.${field}`, sent] as const),
    ]);
  },
  listShownRecords: (form, name) => {
    const id = readVariationId(form, name);
    return id === 0 ? [] : [{ name, picker: variationPicker, ids: [id], query: '' }];
  },
};

/** Creates the field for the options and add-ons of a row's product. It appears as soon as the product is chosen. */
export const createDetailsField = (shop: Shop): FieldOf<LineDetails | null, DetailsOptions> => ({
  ...{ label: shop.t(texts.details), shop, kind: detailsKind },
});
