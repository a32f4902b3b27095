import type { Feature } from '#platform/features/feature.ts';
import type { Mutation } from '#platform/mutations/mutation.ts';
import { type AdminExtension, pickExtensions } from './extension.ts';
import type { AdminForm } from './forms/form.ts';
import { createFormMutation } from './forms/form-mutation.ts';
import { listListMutations } from './lists/list-mutations.ts';
import { resolveRecord } from './records/extend-record.ts';
import type { AdminOperation } from './records/operations/operation.ts';
import type { AdminRecord } from './records/record.ts';
import { createRecordFrame, listRecordMutations } from './records/record-routes.ts';
import type { BulkAction } from './runs/bulk-action.ts';

type Areas = readonly Pick<Feature, 'admin'>[];

export const listRecords = (features: Areas): readonly AdminRecord[] =>
  features.flatMap(({ admin }) => admin?.records ?? []);

export const listForms = (features: Areas): readonly AdminForm[] => [
  ...features.flatMap(({ admin }) => admin?.forms ?? []),
  ...listRecords(features).flatMap(({ form }) => form ?? []),
];

export function listAdminMutations(features: Areas, extensions: readonly AdminExtension[]): readonly Mutation[] {
  const alone = features.flatMap(({ admin }) => admin?.forms ?? []);
  return [
    ...listListMutations(features, extensions),
    ...alone.map((form) => createFormMutation(form, null)),
    ...listRecords(features).flatMap((record) => [
      ...(record.form ? [createFormMutation(record.form, createRecordFrame(record))] : []),
      ...listRecordMutations(resolveRecord(record, pickExtensions(extensions, 'record'))),
    ]),
  ];
}

export const listOperations = (features: Areas, extensions: readonly AdminExtension[]): readonly AdminOperation[] =>
  listRecords(features).flatMap((record) =>
    (resolveRecord(record, pickExtensions(extensions, 'record')).operations ?? []).map(({ operation }) => operation),
  );

/** The actions of records, by which the audit names its entries. */
export const listRecordActions = (features: Areas, extensions: readonly AdminExtension[]): readonly BulkAction[] =>
  listRecords(features).flatMap((record) =>
    (resolveRecord(record, pickExtensions(extensions, 'record')).actions ?? []).map(
      ({ action }) => action as BulkAction,
    ),
  );
