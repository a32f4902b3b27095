import { asksForInput } from '#platform/admin/runs/run-input.ts';
import type { AdminPanel, AdminRecord, RecordAction, RecordEvents, RecordOperation } from './record.ts';

/** What a feature adds to the page of an object of another one. Panels and actions get what the record loads. */
export interface RecordAdditions<Subject = unknown> {
  readonly panels?: readonly AdminPanel<Subject>[];
  readonly actions?: readonly RecordAction<Subject>[];
  readonly operations?: readonly RecordOperation<Subject>[];
  readonly events?: readonly RecordEvents<Subject>[];
}

export interface RecordExtension extends RecordAdditions {
  readonly kind: 'record';
  /** Name of the record. */
  readonly target: string;
}

/**
 * Adds to a record: `extends: [...extendRecord(orderRecord, { panels: [sourcePanel] })]` in `shop.config.ts`. The type of
 * the subject is that of what the record loads, which its owner exports.
 */
export function extendRecord<Subject = unknown>(
  { name }: Pick<AdminRecord, 'name'>,
  additions: RecordAdditions<Subject>,
): readonly RecordExtension[] {
  // A record passes what it loads to what was added to it, and nothing else.
  return [{ kind: 'record', target: name, ...(additions as unknown as RecordAdditions) }];
}

/** Returns a record with everything that was added to it. */
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

/** The panels that the kit makes. */
const builtInPanels = { form: 'main', history: 'side' } as const;

/** The ids of a column in order, those of the kit included. */
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

/** Finds what is wrong with the records of all features and what was added to them. */
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
      // A panel may stand beside one that was added before it.
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
