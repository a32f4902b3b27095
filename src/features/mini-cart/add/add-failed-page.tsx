import type { ReactNode } from 'react';
import {
  type AddFailure,
  addToCartPath,
  quantityField,
  type RefusedProduct,
  cartTexts as texts,
} from '#features/cart/index.ts';
import { type AttributeView, type ProductViewWithoutLinks, productPath, shopPath } from '#features/catalog/index.ts';
import { addonFieldName } from '#features/pricing/index.ts';
import {
  getAttributeFieldName,
  getFileInputProps,
  getSetAttributeFieldName,
  getSetPath,
  getSetQuantityFieldName,
  parseSetFieldName,
} from '#features/product-form/index.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Checkbox } from '#ui/choices.tsx';
import { FileInput, Select, Textarea, TextInput } from '#ui/controls.tsx';
import { Field, FieldError, FieldHint } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHead } from '#ui/page-head.tsx';

interface AddFailedPageProps {
  readonly context: RenderContext;
  readonly failure: AddFailure;
  readonly form: Readonly<Record<string, string | readonly string[]>>;
  /** Attributes to choose, when the choice was missing or invalid. */
  readonly choices: readonly AttributeView[];
  /** The set that the form adds; null for another product. */
  readonly set: Pick<ProductViewWithoutLinks, 'id' | 'name' | 'slug'> | null;
}

/** Page without script that explains why an item was not added, with a form to correct the input. */
export function AddFailedPage({ context, failure, form, choices, set }: AddFailedPageProps) {
  const { t } = context;
  const { product, text, values } = failure;
  const shown = set ?? product;
  const corrections =
    choices.length > 0 ? createChoiceFields(choices, failure, form) : createCorrectionFields(context, failure, form);
  return (
    <div className="wrap wrap--text">
      <PageHead title={t(texts.addFailedTitle)} />
      <div className="stack">
        <Notice kind="error" autoFocus>
          {t(text, values)}
        </Notice>
        {corrections.length > 0 && (
          <form className="stack" method="post" action={addToCartPath} encType={getEncoding(failure)}>
            <HiddenFields form={form} except={corrections.map(({ name }) => name)} />
            {corrections.map(({ name, control }) => (
              <div key={name}>{control}</div>
            ))}
            <Button>{t(texts.addToCart)}</Button>
          </form>
        )}
        <p>
          <ButtonLink look="quiet" href={set ? getSetPath(set, form) : product ? productPath(product.slug) : shopPath}>
            {shown ? t(texts.backTo, { name: shown.name }) : t(texts.continueShopping)}
          </ButtonLink>
        </p>
      </div>
    </div>
  );
}

/** A form with files is needed when one of the fields to correct takes files. */
function getEncoding({ product, fields }: AddFailure): 'multipart/form-data' | undefined {
  const isFileField = (field: string) =>
    product?.addons.some((addon) => addon.kind === 'file' && addonFieldName(addon) === field);
  return fields.some(({ field }) => isFileField(field)) ? 'multipart/form-data' : undefined;
}

function HiddenFields({ form, except }: Pick<AddFailedPageProps, 'form'> & { readonly except: readonly string[] }) {
  return Object.entries(form)
    .filter(([name]) => !except.includes(name))
    .flatMap(([name, value]) =>
      (typeof value === 'string' ? [value] : value).map((text) => (
        <input key={`${name} ${text}`} type="hidden" name={name} value={text} />
      )),
    );
}

interface CorrectionField {
  readonly name: string;
  readonly control: ReactNode;
}

function createChoiceFields(
  choices: readonly AttributeView[],
  { product }: AddFailure,
  form: AddFailedPageProps['form'],
): CorrectionField[] {
  const memberOfSet = product && getSetQuantityFieldName(product.productId) in form ? product : null;
  return choices.map(({ slug, name: attribute, terms }) => {
    const name = memberOfSet ? getSetAttributeFieldName(memberOfSet.productId, slug) : getAttributeFieldName(slug);
    const label = memberOfSet ? `${memberOfSet.name}: ${attribute}` : attribute;
    return { name, control: <ChoiceField {...{ name, label, terms }} submitted={form[name]} /> };
  });
}

interface ChoiceFieldProps extends Pick<AttributeView, 'terms'> {
  readonly name: string;
  readonly label: string;
  readonly submitted: string | readonly string[] | undefined;
}

function ChoiceField({ name, label, terms, submitted = '' }: ChoiceFieldProps) {
  const options = [{ value: '', label: '' }, ...terms.map((term) => ({ value: term.slug, label: term.name }))];
  return (
    <Field id={name} label={label} required>
      {(control) => <Select {...control} name={name} options={options} defaultValue={String(submitted)} />}
    </Field>
  );
}

function createCorrectionFields(
  context: RenderContext,
  { code, product, fields, values }: AddFailure,
  form: AddFailedPageProps['form'],
) {
  if (code === 'QUANTITY_INVALID' || code === 'NOT_ENOUGH_STOCK' || code === 'QUANTITY_TOO_LARGE') {
    const max = Number(values.max ?? 0);
    const quantity = code === 'QUANTITY_INVALID' ? 1 : max;
    const isSet = Object.keys(form).some((name) => parseSetFieldName(name) !== null);
    const control = <QuantityField context={context} max={max} quantity={quantity} />;
    return max > 0 && !isSet ? [{ name: quantityField, control }] : [];
  }
  return fields.flatMap(({ field, text, values: fieldValues }) => {
    const definition = product?.addons.find((addon) => addonFieldName(addon) === field);
    if (!definition) return [];
    return [
      {
        name: field,
        control: <AddonField definition={definition} error={context.t(text, fieldValues)} submitted={form[field]} />,
      },
    ];
  });
}

interface QuantityFieldProps {
  readonly context: RenderContext;
  readonly max: number;
  readonly quantity: number;
}

function QuantityField({ context: { t }, max, quantity }: QuantityFieldProps) {
  return (
    <Field id="quantity" label={t(texts.quantity)} required>
      {(control) => (
        <TextInput
          {...control}
          type="number"
          inputMode="numeric"
          name={quantityField}
          min={1}
          max={max}
          defaultValue={quantity}
        />
      )}
    </Field>
  );
}

interface AddonFieldProps {
  readonly definition: RefusedProduct['addons'][number];
  readonly error: string;
  readonly submitted: string | readonly string[] | undefined;
}

function AddonField({ definition, error, submitted }: AddonFieldProps) {
  const name = addonFieldName(definition);
  const value = typeof submitted === 'string' ? submitted : (submitted?.[0] ?? '');
  const { kind, label, help, required, options, fileRule } = definition;
  if (kind === 'checkboxes') return <AddonChoices definition={definition} error={error} submitted={submitted} />;
  return (
    <Field id={name} label={label} hint={help} error={error} required={required}>
      {(control) => {
        if (kind === 'file') return <FileInput {...control} name={name} {...getFileInputProps(fileRule)} />;
        if (kind === 'textarea') return <Textarea {...control} name={name} defaultValue={value} />;
        if (kind === 'text') return <TextInput {...control} name={name} defaultValue={value} />;
        if (kind === 'checkbox') return <input {...control} type="checkbox" name={name} value="yes" />;
        const choices = options.map((option) => ({ value: option.value, label: option.label }));
        return (
          <Select {...control} name={name} options={required ? choices : [{ value: '', label: '' }, ...choices]} />
        );
      }}
    </Field>
  );
}

function AddonChoices({ definition, error, submitted = [] }: AddonFieldProps) {
  const name = addonFieldName(definition);
  const { label, help, options } = definition;
  return (
    <fieldset className="choices" aria-describedby={`${name}-error`}>
      <legend className="choices__legend">{label}</legend>
      <div className="choices__list">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            id={`${name}-${option.value}`}
            name={name}
            value={option.value}
            label={option.label}
            defaultChecked={[submitted].flat().includes(option.value)}
          />
        ))}
      </div>
      <FieldHint id={name} hint={help} />
      <FieldError id={name} error={error} />
    </fieldset>
  );
}
