import { asksForInput } from '#platform/admin/runs/run-input.ts';
import type { AdminPanel, AdminRecord, RecordAction, RecordEvents, RecordOperation } from './record.ts';

/**
 * The additions of a feature to the page of another feature's object. Panels and actions get the object that the
 * record loads.
 */
export interface RecordAdditions<Subject = unknown> {
  readonly panels?: readonly AdminPanel<Subject>[];
  readonly actions?: readonly RecordAction<Subject>[];
  readonly operations?: readonly RecordOperation<Subject>[];
  readonly events?: readonly RecordEvents<Subject>[];
}

export interface RecordExtension extends RecordAdditions {
  readonly kind: 'record';
  readonly target: string;
}

/**
 * Adds panels or actions to a record: `extends: [...extendRecord(orderRecord, { panels: [sourcePanel] })]` in
 * `shop.config.ts`. The owner of the record exports the type of the subject.
 */
export function extendRecord<Subject = unknown>(
  { name }: Pick<AdminRecord, 'name'>,
  additions: RecordAdditions<Subject>,
): readonly RecordExtension[] {
  // The cast is safe: a record passes only the object that it loads to its additions.
  return [{ kind: 'record', target: name, ...(additions as unknown as RecordAdditions) }];
}

export function resolveRecord(record: AdminRecord, extensions: readonly RecordExtension[]): AdminRecord {
  const added = extensions.filter(({ target }) => target === record.name);
  return {
    ...record,
    panels: [...record.panels, ...added.flatMap(({ panels }) => panels ?? [])],
    actions: [...(record.actions ?? []), ...added.flatMap(({ actions }) => actions ?? [])],
    operations: [...(record.operations ?? []), ...added.flatMap(({ operations }) => operations ?? [])],
    events: [...(record.events ?? []), ...added.flatMap(({ events }) => events ?? [])],
  };
}

/** The panels that the record makes itself, with their columns. */
const builtInPanels = { form: 'main', history: 'side' } as const;

/** The panel ids of a column in order, including the built-in panels. */
export function orderPanels({ panels, form }: AdminRecord, column: AdminPanel['column']): readonly string[] {
  const own = panels.filter((panel) => panel.column === column);
  const unplaced = own.filter(({ place }) => !place).map(({ id }) => id);
  const ids = column === 'main' ? [...(form ? ['form'] : []), ...unplaced] : [...unplaced, 'history'];
  for (const { id, place } of own) {
    if (!place) continue;
    const anchor = ids.indexOf('before' in place ? place.before : place.after);
    ids.splice('before' in place ? anchor : anchor + 1, 0, id);
  }
  return ids;
}

interface Declared {
  readonly permissions: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
  readonly extensions: readonly RecordExtension[];
}

export function findRecordProblems(
  records: readonly AdminRecord[],
  { permissions, kinds, extensions }: Declared,
): readonly string[] {
  const unknown = extensions
    .filter(({ target }) => !records.some(({ name }) => name === target))
    .map(({ target }) => `the record '${target}' is extended, but no listed feature owns it`);
  const problems = records.flatMap((record, index) => [
    ...(records.findIndex(({ name }) => name === record.name) === index
      ? []
      : [`the record '${record.name}' has two owners`]),
    ...(kinds.has(record.subject)
      ? []
      : [`the record '${record.name}' is about '${record.subject}', which is no kind of the audit`]),
    ...findPartProblems(resolveRecord(record, extensions), permissions),
  ]);
  return [...unknown, ...problems];
}

function findPartProblems(record: AdminRecord, permissions: ReadonlySet<string>): string[] {
  const { name, requires, panels, actions = [], operations = [], events = [] } = record;
  const known = [...panels, ...Object.entries(builtInPanels).map(([id, column]) => ({ id, column }))];
  const required = [
    { what: `the record '${name}'`, requires },
    ...panels.map((panel) => ({ what: `the panel '${panel.id}' of '${name}'`, requires: panel.requires })),
    ...events.map((each) => ({ what: `the events '${each.id}' of '${name}'`, requires: each.requires })),
    ...actions.map(({ action }) => ({ what: `the action '${action.name}' of '${name}'`, requires: action.requires })),
    ...operations.map(({ operation }) => ({
      what: `the operation '${operation.name}' of '${name}'`,
      requires: operation.requires,
    })),
  ];
  const missing = required.filter((each) => each.requires !== undefined && !permissions.has(each.requires));
  return [
    ...missing.map(
      (each) => `${each.what} requires '${each.requires}', but no listed feature declares this permission`,
    ),
    ...known
      .filter(({ id }, index) => known.findIndex((each) => each.id === id) !== index)
      .map(({ id }) => `the record '${name}' has two panels '${id}'`),
    ...panels.flatMap(({ id, place, column }, index) => {
      if (!place) return [];
      const anchor = 'before' in place ? place.before : place.after;
      // A panel may be placed beside a panel that was added before it.
      const others = [...panels.slice(0, index), ...panels.slice(index).filter((each) => !each.place)];
      const found = [...others, ...known.slice(panels.length)].some(
        (each) => each.id === anchor && each.column === column,
      );
      return found ? [] : [`the panel '${id}' of '${name}' is placed beside '${anchor}', which is no panel before it`];
    }),
    ...actions
      .filter(({ action }) => asksForInput(action) || action.subject !== record.subject)
      .map(({ action }) => `the action '${action.name}' of '${name}' has an input or another subject`),
    ...[...actions.map(({ action }) => action.name), ...operations.map(({ operation }) => operation.name)]
      .filter((each, index, names) => names.indexOf(each) !== index)
      .map((each) => `the record '${name}' has two actions or operations '${each}'`),
    ...operations
      .filter(({ operation, panel }) => operation.subject !== record.subject || !isPanelOrHead(known, panel))
      .map(({ operation }) => `the operation '${operation.name}' of '${name}' has another subject or an unknown panel`),
  ];
}

const isPanelOrHead = (panels: readonly { readonly id: string }[], panel: string | undefined): boolean =>
  panel === undefined || panels.some(({ id }) => id === panel);
