import { findOrderPath, orderTexts } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import { FormFields, FormProblems } from '#platform/forms/form-fields.tsx';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { renderLines } from '#platform/mail/kit/render-html.tsx';
import { Button } from '#ui/button.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { confirmField, createWithdrawalFields, type Declaration, toDeclarationForm } from './declaration.ts';
import { listDeclarationFacts } from './emails.ts';
import { withdrawalPath } from './paths.ts';
import { withdrawalSettings } from './settings.ts';
import { withdrawalTexts as texts } from './texts.ts';

interface WithdrawalFormProps {
  readonly shop: Shop;
  readonly form?: FormBody;
  readonly problems?: readonly FormProblem[];
}

/** The first step, which declares nothing yet. */
export function WithdrawalForm({ shop, form = {}, problems = [] }: WithdrawalFormProps) {
  const { t } = shop;
  const state = { t, form, problems };
  return (
    <div className="wrap wrap--text">
      <PageHead title={t(texts.title)} lead={t(texts.lead, { days: shop.settings(withdrawalSettings).periodDays })}>
        <p>
          {t(orderTexts.lookupOffer)} <a href={findOrderPath}>{t(orderTexts.lookupTitle)}</a>
        </p>
      </PageHead>
      <form className="stack" method="post" action={withdrawalPath}>
        <FormProblems state={state} />
        <FormFields fields={createWithdrawalFields(t)} state={state} />
        <p>
          <Button>{t(texts.next)}</Button>
        </p>
      </form>
    </div>
  );
}

/** The second step: the button declares the withdrawal (Directive 2011/83/EU, article 11a(3)). */
export function ConfirmWithdrawal({ shop, declaration }: { readonly shop: Shop; readonly declaration: Declaration }) {
  const { t } = shop;
  const form = toDeclarationForm(t, declaration);
  return (
    <div className="wrap wrap--text">
      <PageHead title={t(texts.confirmTitle)} lead={t(texts.confirmLead)} />
      <div className="stack">
        <p>{t(texts.declaration)}</p>
        <dl className="facts">
          {listDeclarationFacts({ t }, declaration).map(({ label, value }) => (
            <div className="facts__row" key={label}>
              <dt>{label}</dt>
              <dd className="prose">{renderLines(value)}</dd>
            </div>
          ))}
        </dl>
        <HiddenForm form={form} name={confirmField} label={t(texts.confirm)} />
        <HiddenForm form={form} name="withdrawal_change" label={t(texts.change)} look="quiet" />
      </div>
    </div>
  );
}

interface HiddenFormProps {
  readonly form: FormBody;
  readonly name: string;
  readonly label: string;
  readonly look?: 'quiet';
}

function HiddenForm({ form, name, label, look }: HiddenFormProps) {
  return (
    <form method="post" action={withdrawalPath}>
      {Object.entries(form).map(([key, value]) => (
        <input type="hidden" key={key} name={key} value={String(value)} />
      ))}
      <input type="hidden" name={name} value="yes" />
      <Button {...(look ? { look } : {})}>{label}</Button>
    </form>
  );
}

export function WithdrawalDone({ shop, at }: { readonly shop: Shop; readonly at: Date }) {
  const { t, choices } = shop;
  return (
    <div className="wrap wrap--text">
      <PageHead title={t(texts.doneTitle)} />
      <p>
        {t(texts.done, { at })} <a href={`mailto:${choices.email}`}>{choices.email}</a>
      </p>
    </div>
  );
}
