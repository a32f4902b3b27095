import type { ReactNode } from 'react';
import { type AttributeView, productPath, shopPath } from '#features/catalog/index.ts';
import { addonFieldName } from '#features/pricing/index.ts';
import { getAttributeFieldName } from '#features/product-form/index.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Select, Textarea, TextInput } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import type { AddFailure, RefusedProduct } from '../add/add-failures.ts';
import { addToCartPath, quantityField } from '../contract.ts';
import { cartTexts as texts } from '../texts.ts';

interface AddFailedProps {
  readonly context: RenderContext;
  readonly failure: AddFailure;
  /** The submitted product form. */
  readonly form: Readonly<Record<string, string | readonly string[]>>;
  /** Attributes to choose, when the choice was missing or invalid. */
  readonly choices: readonly AttributeView[];
}

/**
 * Page without script that explains why an item was not added, with a form to correct the input.
 */
export function AddFailedPage({ context, failure, form, choices }: AddFailedProps) {
  const { t } = context;
  const { product, text, values } = failure;
  const fixes = choices.length > 0 ? createChoiceFixes(choices, form) : createFixes(context, failure, form);
  return (
    <div className="wrap wrap--text">
      <header className="page-head">
        <h1>{t(texts.addFailedTitle)}</h1>
      </header>
      <div className="stack">
        <Notice kind="error">{t(text, values)}</Notice>
        {fixes.length > 0 && (
          <form className="stack" method="post" action={addToCartPath}>
            <HiddenFields form={form} but={fixes.map(({ name }) => name)} />
            {fixes.map(({ name, control }) => (
              <div key={name}>{control}</div>
            ))}
            <Button>{t(texts.addToCart)}</Button>
          </form>
        )}
        <p>
          <ButtonLink look="quiet" href={product ? productPath(product.slug) : shopPath}>
            {product ? t(texts.backTo, { name: product.name }) : t(texts.continueShopping)}
          </ButtonLink>
        </p>
      </div>
    </div>
  );
}

function HiddenFields({ form, but }: { readonly form: AddFailedProps['form']; readonly but: readonly string[] }) {
  return Object.entries(form)
    .filter(([name]) => !but.includes(name))
    .flatMap(([name, value]) =>
      (typeof value === 'string' ? [value] : value).map((one) => (
        <input key={`${name} ${one}`} type="hidden" name={name} value={one} />
      )),
    );
}

interface Fix {
  readonly name: string;
  readonly control: ReactNode;
}

function createChoiceFixes(choices: readonly AttributeView[], form: AddFailedProps['form']): Fix[] {
  return choices.map((choice) => {
    const name = getAttributeFieldName(choice.slug);
    return { name, control: <ChoiceFix choice={choice} sent={form[name]} /> };
  });
}

interface ChoiceFixProps {
  readonly choice: AttributeView;
  readonly sent: string | readonly string[] | undefined;
}

function ChoiceFix({ choice: { slug, name: label, terms }, sent = '' }: ChoiceFixProps) {
  const name = getAttributeFieldName(slug);
  const options = [{ value: '', label: '' }, ...terms.map((term) => ({ value: term.slug, label: term.name }))];
  return (
    <Field id={name} label={label} required>
      {(control) => <Select {...control} name={name} options={options} defaultValue={String(sent)} />}
    </Field>
  );
}

function createFixes(
  context: RenderContext,
  { code, product, fields, values }: AddFailure,
  form: AddFailedProps['form'],
) {
  if (code === 'QUANTITY_INVALID' || code === 'NOT_ENOUGH_STOCK' || code === 'QUANTITY_TOO_LARGE') {
    const max = Number(values.max ?? 0);
    const quantity = code === 'QUANTITY_INVALID' ? 1 : max;
    const grouped =
      form[quantityField] === undefined && Object.keys(form).some((name) => name.startsWith(`${quantityField}[`));
    const control = <QuantityFix context={context} max={max} quantity={quantity} />;
    return max > 0 && !grouped ? [{ name: quantityField, control }] : [];
  }
  return fields.flatMap(({ field, text, values: fieldValues }) => {
    const definition = product?.addons.find((addon) => addonFieldName(addon) === field);
    if (!definition) return [];
    return [
      {
        name: field,
        control: <AddonFix definition={definition} error={context.t(text, fieldValues)} sent={form[field]} />,
      },
    ];
  });
}

interface QuantityFixProps {
  readonly context: RenderContext;
  readonly max: number;
  /** Initial value. */
  readonly quantity: number;
}

function QuantityFix({ context: { t }, max, quantity }: QuantityFixProps) {
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

interface AddonFixProps {
  readonly definition: RefusedProduct['addons'][number];
  readonly error: string;
  readonly sent: string | readonly string[] | undefined;
}

function AddonFix({ definition, error, sent }: AddonFixProps) {
  const name = addonFieldName(definition);
  const value = typeof sent === 'string' ? sent : (sent?.[0] ?? '');
  const { kind, label, help, required, options } = definition;
  return (
    <Field id={name} label={label} hint={help} error={error} required={required}>
      {(control) => {
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
