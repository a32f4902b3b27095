import type { Shop } from '#platform/features/shop.ts';
import type { Text } from '#platform/texts/texts.ts';
import { Filter, FilterBar } from '#ui/admin/filter-bar.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Select, TextInput } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import { reportsPath } from '../contract.ts';
import { accountantFiles } from '../files/accountant-files.ts';
import { comparisons, type Period, type PeriodName, periodNames, toDate, writePeriod } from '../period.ts';
import { reportTexts as texts } from '../texts.ts';

const periodTexts: Readonly<Record<PeriodName, Text>> = {
  ...{ today: texts.today, '7-days': texts.lastWeek, '30-days': texts.lastDays, month: texts.month },
  ...{ quarter: texts.quarter, year: texts.year, own: texts.own },
};
const comparisonTexts = { previous: texts.previous, year: texts.lastYear } as const;

interface FormProps {
  readonly shop: Shop;
  readonly period: Period;
  readonly report: string;
}

export function PeriodForm({ shop: { t }, period, report }: FormProps) {
  const { name, comparison, from, to, before } = period;
  const days = { from: toDate(from), to: toDate(to), beforeFrom: toDate(before.from), beforeTo: toDate(before.to) };
  return (
    <>
      <FilterBar action={reportsPath} label={t(texts.period)} apply={t(texts.show)} hidden={{ report }}>
        <Filter title={t(texts.period)} value={t(periodTexts[name])} apply={t(texts.show)}>
          <Field id="period" label={t(texts.period)}>
            {(control) => (
              <Select
                {...control}
                name="period"
                defaultValue={name}
                options={periodNames.map((value) => ({ value, label: t(periodTexts[value]) }))}
              />
            )}
          </Field>
          <Field id="from" label={t(texts.from)}>
            {(control) => <TextInput {...control} type="date" name="from" defaultValue={from} />}
          </Field>
          <Field id="to" label={t(texts.to)}>
            {(control) => <TextInput {...control} type="date" name="to" defaultValue={to} />}
          </Field>
        </Filter>
        <Filter title={t(texts.compare)} value={t(comparisonTexts[comparison])} apply={t(texts.show)}>
          <Field id="compare" label={t(texts.compare)}>
            {(control) => (
              <Select
                {...control}
                name="compare"
                defaultValue={comparison}
                options={comparisons.map((value) => ({ value, label: t(comparisonTexts[value]) }))}
              />
            )}
          </Field>
        </Filter>
      </FilterBar>
      <p>{t(texts.dates, days)}</p>
    </>
  );
}

export function AccountantFiles({ shop: { t }, period }: Pick<FormProps, 'shop' | 'period'>) {
  const query = new URLSearchParams(writePeriod(period));
  return (
    <section className="page-part" aria-labelledby="files">
      <h2 id="files">{t(texts.files)}</h2>
      <p>{t(texts.filesLead, { from: toDate(period.from), to: toDate(period.to) })}</p>
      <div className="head__actions">
        {Object.entries(accountantFiles).map(([name, { title }]) => (
          <ButtonLink look="quiet" href={`${reportsPath}/${name}.csv?${query}`} key={name}>
            {t(title)}
          </ButtonLink>
        ))}
      </div>
      <p>{t(texts.ossLead)}</p>
    </section>
  );
}
