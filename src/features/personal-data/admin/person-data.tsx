import { type Person, personRecord } from '#features/customers/index.ts';
import { extendRecord } from '#platform/admin/records/extend-record.ts';
import type { AdminPanel } from '#platform/admin/records/record.ts';
import { ButtonLink } from '#ui/button.tsx';
import { erasePersonOperation } from './erase-operation.tsx';
import { exportPath } from './export-routes.ts';
import { mergeAccountOperation } from './merge-operation.tsx';
import { personDataTexts as texts } from './texts.ts';

const dataPanel: AdminPanel<Person> = {
  ...{ id: 'data', title: texts.data, column: 'side', requires: 'customers.export' },
  render: ({ t }, { id }) => (
    <>
      <p>{t(texts.exportLead)}</p>
      <div className="head__actions">
        {(['json', 'csv'] as const).map((format) => (
          <ButtonLink look="quiet" href={exportPath(id, format)} download="" key={format}>
            {t(texts[format])}
          </ButtonLink>
        ))}
      </div>
    </>
  ),
};

export const dataOfPerson = extendRecord(personRecord, {
  panels: [dataPanel],
  operations: [
    { operation: mergeAccountOperation, isShown: ({ customerId }: Person) => customerId !== null },
    { operation: erasePersonOperation },
  ],
});
