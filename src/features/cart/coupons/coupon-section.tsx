import { type Calculation, getOnlyPackage } from '#features/pricing/index.ts';
import { toCouponKey } from '#features/promotions/index.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Button } from '#ui/button.tsx';
import { TextInput } from '#ui/controls.tsx';
import { Field, FieldError } from '#ui/field.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { cartCouponPath, cartCouponRemovePath, couponCodeField } from '../contract.ts';
import { cartTexts as texts } from '../texts.ts';
import { formatCouponProblem } from './format-coupons.ts';

interface CouponSectionProps {
  readonly context: Pick<RenderContext, 't' | 'price'>;
  readonly coupons: readonly string[];
  readonly calculation: Pick<Calculation, 'currency' | 'coupons' | 'problems' | 'shipping'>;
  /** Reason why the last typed code was refused; null without a failure. */
  readonly failure: string | null;
  readonly typed?: string | undefined;
  /** Message about the last successful change; null without one. */
  readonly success?: string | null;
  /**
   * A surrounding form whose submit buttons the section uses, so that values typed at the checkout are not lost.
   * Default: the section has its own forms.
   */
  readonly within?: { readonly formId: string; readonly applyField: string; readonly removeField: string };
}

export function CouponSection(props: CouponSectionProps) {
  const { context, coupons, failure, success = null } = props;
  return (
    <section className="coupons" aria-label={context.t(texts.coupons)}>
      {success !== null && (
        <p className="coupons__done" role="status">
          {success}
        </p>
      )}
      {coupons.length > 0 && (
        <ul className="coupons__list">
          {coupons.map((code) => (
            <CouponRow key={code} code={code} {...props} />
          ))}
        </ul>
      )}
      <details className="accordion" open={failure !== null}>
        <summary className="accordion__title">{context.t(texts.couponTitle)}</summary>
        <div className="accordion__body">
          <CouponField {...props} />
        </div>
      </details>
    </section>
  );
}

function CouponRow({ context, calculation, code, within }: CouponSectionProps & { readonly code: string }) {
  const { t } = context;
  const id = `coupon-${code.replaceAll(/[^\w-]/g, '_')}`;
  const note = describeCoupon(context, calculation, code);
  const remove = (
    <Button
      look="text"
      {...(within ? { form: within.formId, formNoValidate: true } : {})}
      name={within?.removeField ?? couponCodeField}
      value={code}
    >
      <span aria-hidden="true">{t(texts.remove)}</span>
      <VisuallyHidden>{t(texts.couponRemoveNamed, { code })}</VisuallyHidden>
    </Button>
  );
  return (
    <li className="coupons__item">
      <p className="coupons__code">{code}</p>
      {note.text !== '' && !note.isProblem && <p className="coupons__note">{note.text}</p>}
      {within ? (
        remove
      ) : (
        <form method="post" action={cartCouponRemovePath}>
          {remove}
        </form>
      )}
      <FieldError id={id} error={note.isProblem ? note.text : null} />
    </li>
  );
}

/** Describes effects of a coupon that totals don't show: free shipping, or why it reduces nothing. */
function describeCoupon(
  context: CouponSectionProps['context'],
  calculation: CouponSectionProps['calculation'],
  code: string,
): { readonly text: string; readonly isProblem: boolean } {
  const { t } = context;
  const { currency, coupons, problems } = calculation;
  const problem = problems.find((each) => 'coupon' in each && each.coupon === code);
  if (problem && 'coupon' in problem) return { text: formatCouponProblem(context, currency, problem), isProblem: true };
  const applied = coupons.find((each) => toCouponKey(each.code) === toCouponKey(code));
  if (applied?.isFreeShipping) return { text: describeFreeShipping(context, calculation), isProblem: false };
  return { text: applied?.isUsed ? '' : t(texts.couponNoDiscount), isProblem: false };
}

/** Says which shipping is free: a coupon may make only one method of the zone free. */
function describeFreeShipping(
  { t }: CouponSectionProps['context'],
  calculation: CouponSectionProps['calculation'],
): string {
  const { options, selected } = getOnlyPackage(calculation);
  const costs = selected ? [selected.total] : options.map(({ amount }) => amount);
  if (costs.length > 0 && costs.every((cost) => cost === 0)) return t(texts.couponFreeShipping);
  const free = options.find(({ needsCoupon }) => needsCoupon);
  return free ? t(texts.couponFreeShippingWith, { method: free.title }) : t(texts.couponShippingUnchanged);
}

function CouponField({ context: { t }, failure, typed, within }: CouponSectionProps) {
  const button = within ? { form: within.formId, name: within.applyField, value: '1', formNoValidate: true } : {};
  const fields = (
    <div className="coupons__field">
      <Field id={couponCodeField} label={t(texts.couponCode)} error={failure}>
        {(control) => (
          <TextInput
            {...control}
            name={couponCodeField}
            form={within?.formId}
            defaultValue={typed}
            maxLength={200}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            autoFocus={failure !== null}
          />
        )}
      </Field>
      <Button look="quiet" {...button}>
        {t(texts.couponApply)}
      </Button>
    </div>
  );
  if (within) return fields;
  return (
    <form method="post" action={cartCouponPath}>
      {fields}
    </form>
  );
}
