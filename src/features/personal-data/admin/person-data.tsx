import { type Person, personRecord } from '#features/customers/index.ts';
import { extendRecord } from '#platform/admin/records/extend-record.ts';
import type { AdminPanel } from '#platform/admin/records/record.ts';
import { erasePersonOperation } from './erase-operation.tsx';
import { exportPath } from './export-routes.ts';
import { mergeAccountOperation } from './merge-operation.tsx';
import { personDataTexts as texts } from './texts.ts';

const dataPanel: AdminPanel<Person> = {
  ...{ id: 'data', title: texts.data, column: 'side', requires: 'customers.export' },
  render: ({ t }, { id }) => (
    <>
      <p>{t(texts.exportLead)}</p>
      <ul>
        {(['json', 'csv'] as const).map((format) => (
          <li key={format}>
            <a href={exportPath(id, format)} download="">
              {t(texts[format])}
            </a>
          </li>
        ))}
      </ul>
    </>
  ),
};

/** What the page of a customer has of this feature. */
export const dataOfPerson = extendRecord(personRecord, {
  panels: [dataPanel],
  operations: [
    { operation: mergeAccountOperation, isShown: ({ customerId }: Person) => customerId !== null },
    { operation: erasePersonOperation },
  ],
});
