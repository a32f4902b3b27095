import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import type { AdminPanel } from '#platform/admin/records/record.ts';
import { date, line } from '#platform/forms/kinds.ts';
import { formatIsoDay, getDateFormat, parseIsoDay } from '#platform/texts/formats.ts';
import { FactsList } from '#ui/admin/panels.tsx';
import { maxCertificateLength, maxExemptionLength, setTaxExemption, type TaxExemption } from '../customers.ts';
import { findPerson, type Person } from '../people.ts';
import { personTexts as texts } from './texts.ts';

/** Returns the last day of an exemption that ends before a moment. */
const toLastDay = (before: Date | null) =>
  before && new Date(before.getFullYear(), before.getMonth(), before.getDate() - 1);

/** @returns the moment after a day */
export function toEndOfDay(isoDay: string | null): Date | null {
  const day = isoDay === null ? null : parseIsoDay(isoDay);
  return day && new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1);
}

export function describeExemption({ taxExemption, taxCertificate, taxExemptBefore }: TaxExemption) {
  const last = toLastDay(taxExemptBefore);
  return { reason: taxExemption ?? '', certificate: taxCertificate, validUntil: last && formatIsoDay(last) };
}

export const taxPanel: AdminPanel<Person> = {
  ...{ id: 'taxes', title: texts.taxes, column: 'side' },
  render: ({ t, choices }, person) => {
    if (person.customerId === null) return null;
    if (person.taxExemption === null) return <p>{t(texts.paysTaxes)}</p>;
    const last = toLastDay(person.taxExemptBefore);
    return (
      <>
        {!person.isTaxExempt && <p>{t(texts.exemptionOver)}</p>}
        <FactsList
          facts={[
            { label: t(texts.exemptionReason), value: person.taxExemption },
            { label: t(texts.certificate), value: person.taxCertificate },
            {
              label: t(texts.validUntil),
              value: last && getDateFormat(choices.locale, { dateStyle: 'medium' }).format(last),
            },
          ]}
        />
      </>
    );
  },
};

export const exemptionOperation = defineAdminOperation({
  ...{ name: 'customers.set-exemption', text: texts.setExemption, subject: 'person', requires: 'customers.write' },
  description: 'Frees an account from taxes, until a day or for good, or taxes it again.',
  load: (_shop, db, id) => findPerson(db, id),
  label: (_shop, { name, email }) => name || email,
  fields: ({ t }) => ({
    reason: line({ label: t(texts.exemptionReason), hint: t(texts.exemptionReasonHelp), max: maxExemptionLength }),
    certificate: line({ label: t(texts.certificate), max: maxCertificateLength }),
    validUntil: date({ label: t(texts.validUntil), hint: t(texts.validUntilHelp) }),
  }),
  values: (_shop, person) => describeExemption(person),
  lead: ({ t }) => t(texts.exemptionLead),
  run: async (shop, tx, id, { reason, certificate, validUntil }) => {
    const refuse = (code: string, message: string, field?: string) =>
      ({ ok: false, code, message, ...(field === undefined ? {} : { field }) }) as const;
    const person = await findPerson(tx, id);
    if (!person) return refuse('PERSON_GONE', shop.t(texts.gone));
    if (person.customerId === null) return refuse('PERSON_IS_GUEST', shop.t(texts.onlyAccounts));
    if (reason === '' && (certificate !== '' || validUntil !== null))
      return refuse('REASON_MISSING', shop.t(texts.reasonMissing), 'reason');
    const next: TaxExemption = {
      taxExemption: reason === '' ? null : reason,
      ...{ taxCertificate: certificate, taxExemptBefore: toEndOfDay(validUntil) },
    };
    const before = await setTaxExemption(tx, person.customerId, next);
    if (!before) return refuse('PERSON_GONE', shop.t(texts.gone));
    const { email: label, customerId } = person;
    return {
      ok: true,
      change: { label, before: describeExemption(before), after: describeExemption(next), customerId },
    };
  },
  outcomes: { done: texts.exemptionSet },
});
