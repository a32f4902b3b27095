import type { Shop } from '#platform/features/shop.ts';
import { formatIsoDay } from '#platform/texts/formats.ts';
import { type ChosenFilter, Filter, FilterBar } from '#ui/admin/filter-bar.tsx';
import { Select, TextInput } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import { auditPath, writeAuditAddress } from './audit-address.ts';
import { formatAction, formatSubject } from './audit-kinds.ts';
import type { AuditFilter, AuditPerson } from './list-audit.ts';
import { auditTexts as texts } from './texts.ts';

interface AuditFiltersProps {
  readonly shop: Shop;
  readonly filter: AuditFilter;
  readonly people: readonly AuditPerson[];
  readonly actions: readonly string[];
  /** Of the newest entry: what people call a chosen object. */
  readonly label: string;
}

/** A form of the page's address: person, action and time. An object is chosen by the links of its entries. */
export function AuditFilters({ shop, filter, people, actions, label }: AuditFiltersProps) {
  const { t } = shop;
  const { subject, staffId, action, from, until } = filter;
  const person = people.find(({ id }) => id === staffId);
  const lastDay = until && previousDay(until);
  const period = [from, lastDay].map((day) => (day ? formatIsoDay(day) : '')).join(' – ');
  return (
    <FilterBar
      action={auditPath}
      label={t(texts.filter)}
      apply={t(texts.show)}
      hidden={subject ? { kind: subject.kind, id: String(subject.id) } : {}}
      chosen={listChosen(shop, filter, label)}
      {...(writeAuditAddress(filter) === auditPath ? {} : { clear: { href: auditPath, text: t(texts.clear) } })}
    >
      <Filter title={t(texts.person)} value={person?.name} apply={t(texts.show)}>
        <Field id="audit-person" label={t(texts.person)}>
          {(control) => (
            <Select
              {...control}
              name="staff"
              defaultValue={staffId ?? ''}
              options={[
                { value: '', label: t(texts.anybody) },
                ...people.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
            />
          )}
        </Field>
      </Filter>
      <Filter title={t(texts.action)} value={action && formatAction(shop, action)} apply={t(texts.show)}>
        <Field id="audit-action" label={t(texts.action)}>
          {(control) => (
            <Select
              {...control}
              name="action"
              defaultValue={action ?? ''}
              options={[
                { value: '', label: t(texts.anyAction) },
                ...actions.map((name) => ({ value: name, label: `${formatAction(shop, name)} (${name})` })),
              ]}
            />
          )}
        </Field>
      </Filter>
      <Filter title={t(texts.when)} value={from || until ? period : undefined} apply={t(texts.show)}>
        <Field id="audit-from" label={t(texts.from)}>
          {(control) => <TextInput {...control} type="date" name="from" defaultValue={from && formatIsoDay(from)} />}
        </Field>
        <Field id="audit-until" label={t(texts.until)}>
          {(control) => (
            <TextInput {...control} type="date" name="until" defaultValue={lastDay && formatIsoDay(lastDay)} />
          )}
        </Field>
      </Filter>
    </FilterBar>
  );
}

/** An object has no field, so it is shown with a link to the list without it. */
function listChosen(shop: Shop, filter: AuditFilter, label: string): readonly ChosenFilter[] {
  const { subject, ...rest } = filter;
  if (!subject) return [];
  const object = formatSubject(shop, { subjectKind: subject.kind, subjectId: String(subject.id), label });
  const text = shop.t(texts.onlyObject, { object });
  return [{ text, href: writeAuditAddress(rest), removeLabel: shop.t(texts.removeFilter, { filter: text }) }];
}

/** The address has the last day that is shown, the filter the beginning of the next one. */
function previousDay(until: Date): Date {
  return new Date(until.getFullYear(), until.getMonth(), until.getDate() - 1);
}
