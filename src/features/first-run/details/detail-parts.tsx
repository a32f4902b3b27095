import { getBaseAddress } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type FieldRecord, type FormState, findFieldError } from '#platform/forms/field.ts';
import { FoldedField } from '#platform/forms/field-look.shared.tsx';
import { FormFields } from '#platform/forms/form-fields.tsx';
import { readAll } from '#platform/forms/read-form.ts';
import { getCountryName } from '#platform/texts/formats.ts';
import { Panel } from '#ui/admin/panels.tsx';
import { firstRunTexts as texts } from '../texts.ts';
import type { DetailSections } from './detail-fields.ts';

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly hint?: string;
  readonly fields: FieldRecord;
  readonly state: FormState;
}

export function FormSection({ id, title, hint, fields, state }: SectionProps) {
  return (
    <Panel id={id} title={title}>
      <div className="form-grid">
        {hint && <p>{hint}</p>}
        <FormFields fields={fields} state={state} />
      </div>
    </Panel>
  );
}

interface DetailPartsProps {
  readonly shop: Shop;
  readonly sections: DetailSections;
  readonly state: FormState;
}

/** The sections of a form about the shop. */
export function DetailParts({ shop, sections: { names, basis, selling, bank }, state }: DetailPartsProps) {
  const { t } = shop;
  return (
    <>
      <FormSection id="shop" title={t(texts.shop)} fields={names} state={state} />
      <FormSection
        id="prices"
        title={t(texts.prices)}
        {...(basis ? {} : { hint: describeBasis(shop) })}
        fields={{ ...basis, ...(selling && { shown: selling.shown }) }}
        state={state}
      />
      {selling && (
        <Panel id="selling" title={t(texts.countries)}>
          <FoldedField
            field={{ label: t(texts.countryCount, { count: readAll(state.form, 'countries').length }) }}
            isOpen={findFieldError(state.problems, 'countries') !== undefined}
          >
            <div className="country-list">
              <FormFields fields={{ countries: selling.countries }} state={state} />
            </div>
          </FoldedField>
        </Panel>
      )}
      <FormSection id="bank" title={t(texts.bank)} hint={t(texts.bankHint)} fields={bank} state={state} />
    </>
  );
}

function describeBasis({ t, choices }: Shop): string {
  const { currency, locale, pricesIncludeTax } = choices;
  const entered = t(pricesIncludeTax === false ? texts.enteredWithout : texts.enteredWith);
  return t(texts.fixed, { currency, entered, country: getCountryName(getBaseAddress(choices).country, locale) });
}
