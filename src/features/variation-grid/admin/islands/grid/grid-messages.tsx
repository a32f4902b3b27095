import type { GridColumn } from '#features/variation-grid/contract.ts';
import type { GridLabels } from '#features/variation-grid/grid-labels.ts';
import { ConflictTable } from '#ui/admin/conflict-table.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { GridModel } from './grid-model.ts';
import { cellId } from './grid-row.tsx';

/** Maximum number of problems shown at once. Further problems are counted, and shown once these are corrected. */
const maxShown = 20;

interface MessagesProps {
  readonly model: GridModel;
  readonly columns: readonly GridColumn[];
  readonly labels: GridLabels;
  readonly onGo: (id: number, column: number) => void;
}

/**
 * Lists refused cells with links to them, and conflicts with both values: the typed one and that of another person.
 */
export function GridMessages({ model, columns, labels, onGo }: MessagesProps) {
  const describe = (key: string) => {
    const [id = '', name] = key.split('.');
    const column = columns.findIndex((each) => each.name === name);
    const row = model.get(Number(id));
    const label = `${row?.label ?? id}: ${columns[column]?.label ?? name}`;
    return { id: Number(id), column, label, mine: row?.values[column] ?? '' };
  };
  const problems = [...model.getProblems()];
  const conflicts = [...model.getConflicts()];
  const show = (key: string, text: string) => {
    const { column } = describe(key);
    const { options = [] } = columns[column] ?? {};
    return options.find(({ value }) => value === text && value !== '')?.label ?? (text || labels.empty);
  };
  return (
    <>
      {problems.length > 0 && (
        <Notice kind="error" id="problems" title={labels.problems}>
          <ul>
            {problems.slice(0, maxShown).map(([key, text]) => {
              const { id, column, label } = describe(key);
              return (
                <li key={key}>
                  <a
                    href={`#${cellId(id, columns[column]?.name ?? '')}`}
                    onClick={(event) => {
                      event.preventDefault();
                      onGo(id, column);
                    }}
                  >
                    {label}
                  </a>
                  {` – ${text}`}
                </li>
              );
            })}
          </ul>
          {problems.length > maxShown && <p>+ {problems.length - maxShown}</p>}
        </Notice>
      )}
      {conflicts.length > 0 && (
        <section className="vgrid__conflicts" aria-label={labels.conflicts}>
          <Notice kind="warning" id="conflicts">
            {labels.conflicts}
          </Notice>
          <p className="vgrid__actions">
            {(['mine', 'theirs'] as const).map((choice) => (
              <Button
                key={choice}
                type="button"
                look="quiet"
                onClick={() =>
                  model.resolve(
                    conflicts.map(([key]) => key),
                    choice,
                  )
                }
              >
                {choice === 'mine' ? labels.allMine : labels.allTheirs}
              </Button>
            ))}
          </p>
          <div
            onChange={({ target }) => {
              const { name, value } = target as EventTarget & HTMLInputElement;
              if (value === 'mine' || value === 'theirs') model.resolve([name.replace(/^choice\./, '')], value);
            }}
          >
            <ConflictTable
              fields={conflicts.slice(0, maxShown).map(([key, theirs]) => {
                const { label, mine } = describe(key);
                return { name: key, label, mine: show(key, mine), theirs: show(key, theirs) };
              })}
              mineTitle={labels.mine}
              theirsTitle={labels.theirs}
              getName={(name) => `choice.${name}`}
            />
          </div>
        </section>
      )}
    </>
  );
}
