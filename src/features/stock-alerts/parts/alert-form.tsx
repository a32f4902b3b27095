import type { ReactNode } from 'react';
import { prepareBotCheck } from '#features/bot-check/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/choices.tsx';
import { Select, type SelectOption, TextInput } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import type { AlertKind } from '../contract.ts';
import { agreeField, alertsPath, type SubscriberRules } from '../contract.ts';
import { type AlertTarget, formatTarget } from '../find-target.ts';
import { getAlertSubject, getCheckKind, usesPluginScript } from '../subscribe/bot-check.ts';
import { getConsentText, getRules } from '../subscribe/rules.ts';
import { stockAlertTexts as texts } from '../texts.ts';

export interface FormTarget extends AlertTarget {
  readonly name: string;
  readonly choice: string;
}

/** Values that were sent before. */
export interface TypedForm {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly quantity?: string;
}

export interface FormOptions {
  /** Part of the control ids: a page has a form for each variation. */
  readonly place: 'page' | 'popup' | 'inline';
  readonly kind?: AlertKind;
  readonly nonce?: string;
  readonly typed?: TypedForm;
  /** Message of the problem for which the form is shown again. */
  readonly problem?: string | undefined;
  /** Variations to choose from, for shoppers without script and while no variation is chosen. */
  readonly options?: readonly SelectOption[];
}

/**
 * Renders the form of an alert. Class and field names are those of the plugin, whose script treats the section as the
 * form; there must then be no other form around the section, because its button would submit that form. A cached page
 * has no bot check: the script fetches the check when the form is used.
 */
export async function renderAlertForm(shop: Shop, target: FormTarget, options: FormOptions): Promise<ReactNode> {
  const checkKind = getCheckKind(shop);
  const { stockPrefix, stockShort } = shop.wire;
  const { productId, variationId } = target;
  const { kind = 'stock', nonce = '', typed = {}, problem, place } = options;
  const isPlugin = usesPluginScript(shop) && place !== 'page';
  // A check with a score needs no data made for one visitor, so it can be cached. Other checks are fetched, and the
  // plugin makes its own.
  const hasCheck = !isPlugin && (checkKind === 'score' || (checkKind !== null && place !== 'inline'));
  const check = hasCheck ? await prepareBotCheck(shop, getAlertSubject(target)) : null;
  const id = `${kind}-alert-${place}-${productId}-${variationId ?? 0}`;
  const section = (
    <section className={`${getSectionClass(shop, target)} stack`}>
      <h2 className="alert-form__title">{shop.t(kind === 'stock' ? texts.heading : texts.priceHeading)}</h2>
      <input type="hidden" name="kind" value={kind} />
      <input className={`${stockShort}-product-id`} type="hidden" name="product_id" value={productId} />
      <VariationField {...{ shop, id, target, options }} />
      <input className={`${stockShort}-security`} type="hidden" name="security" defaultValue={nonce} />
      <TypedFields {...{ shop, id, typed, rules: getRules(shop) }} />
      <Consent shop={shop} id={id} />
      <div data-alert-check="" data-widget-theme="light">
        {check}
        {checkKind !== null && (isPlugin || check !== null) && <CheckPlace shop={shop} kind={checkKind} />}
      </div>
      <p>
        <Button
          className={`${stockShort}stock_button`}
          look="quiet"
          data-alert-send=""
          type={isPlugin ? 'button' : 'submit'}
        >
          {shop.t(kind === 'stock' ? texts.subscribe : texts.priceSubscribe)}
        </Button>
      </p>
      <div className={`${stockShort}stock_output`} role="status" tabIndex={-1}>
        {problem !== undefined && <div className={`${stockPrefix}error`}>{problem}</div>}
      </div>
    </section>
  );
  const label = shop.t(texts.formTitle, { product: formatTarget(target) });
  if (isPlugin)
    return (
      <fieldset className="alert-form" aria-label={label}>
        {section}
      </fieldset>
    );
  return (
    <form
      className="alert-form"
      method="post"
      action={alertsPath}
      data-check={checkKind ?? undefined}
      aria-label={label}
      noValidate
    >
      {section}
    </form>
  );
}

/** Class by which the plugin's script finds the section of the chosen variation. */
export const getSectionClass = ({ wire: { stockPrefix } }: Shop, { productId, variationId }: AlertTarget): string =>
  `${stockPrefix}-subscribe-form ${stockPrefix}-subscribe-form-${variationId ?? productId}`;

/** Element into which the plugin's script puts its bot check. */
function CheckPlace({ shop: { wire }, kind }: { readonly shop: Shop; readonly kind: string }) {
  return <span className={kind === 'widget' ? wire.challenge : `${wire.captcha}-placeholder`} />;
}

interface PartProps {
  readonly shop: Shop;
  readonly id: string;
}

function VariationField({
  shop: { t, wire },
  id,
  target: { variationId },
  options: { options = [] },
}: PartProps & { readonly target: FormTarget; readonly options: FormOptions }) {
  const className = `${wire.stockShort}-variation-id`;
  if (options.length === 0)
    return <input className={className} type="hidden" name="variation_id" value={variationId ?? 0} />;
  const any = { value: '0', label: t(texts.chooseAny) };
  return (
    <Field id={`${id}-variation`} label={t(texts.option)}>
      {(control) => (
        <Select
          {...control}
          controlClass={className}
          name="variation_id"
          options={[any, ...options]}
          defaultValue={`${variationId ?? 0}`}
        />
      )}
    </Field>
  );
}

/** Fields with the names that the plugin's scripts send, and with its classes. */
function TypedFields({
  shop: { t, wire },
  id,
  typed,
  rules,
}: PartProps & { readonly typed: TypedForm; readonly rules: SubscriberRules }) {
  const { stockShort } = wire;
  const field = (name: string, label: string, input: Readonly<Record<string, string | number>>, required: boolean) => (
    <Field id={`${id}-${name}`} label={label} required={required}>
      {(control) => <TextInput {...control} name={name} {...input} />}
    </Field>
  );
  const className = (name: string) => `${stockShort}stock_${name}`;
  const { name = '', email = '', phone = '', quantity = '' } = typed;
  return (
    <>
      {rules.name &&
        field(
          'subscriber_name',
          t(texts.name),
          { className: className('name'), autoComplete: 'name', maxLength: 200, defaultValue: name },
          true,
        )}
      {field(
        'user_email',
        t(texts.email),
        { className: className('email'), type: 'email', autoComplete: 'email', maxLength: 254, defaultValue: email },
        true,
      )}
      {rules.phone !== 'off' && (
        <>
          {field(
            'subscriber_phone',
            t(texts.phone),
            { className: className('phone'), type: 'tel', autoComplete: 'tel', maxLength: 40, defaultValue: phone },
            rules.phone === 'required',
          )}
          <input type="hidden" name="subscriber_phone_meta" defaultValue="" />
        </>
      )}
      {rules.quantity !== 'off' &&
        field(
          'custom_quantity',
          t(texts.quantity),
          { className: 'add_quantity_field', type: 'number', min: '1', inputMode: 'numeric', defaultValue: quantity },
          rules.quantity === 'required',
        )}
    </>
  );
}

function Consent({ shop, id }: PartProps) {
  const { t, wire } = shop;
  const { agree } = getRules(shop);
  if (!agree) return <p className="field__hint">{getConsentText(shop)}</p>;
  return (
    <div className={`${wire.stockShort}_iagree_checkbox`}>
      <AgreeBox
        id={id}
        label={t(texts.agree)}
        className={`${wire.stockShort}_iagree_checkbox_input`}
        hint={t(texts.consent)}
      />
    </div>
  );
}

function AgreeBox({
  id,
  label,
  className,
  hint,
}: {
  readonly id: string;
  readonly label: string;
  readonly className: string;
  readonly hint: string;
}) {
  return (
    <Checkbox
      id={`${id}-agree`}
      name={agreeField}
      value="1"
      label={label}
      hint={hint}
      controlClass={className}
      required
    />
  );
}
