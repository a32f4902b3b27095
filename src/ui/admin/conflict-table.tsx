import type { ReactNode } from 'react';

export interface ConflictField {
  readonly name: string;
  readonly label: string;
  readonly mine: ReactNode;
  readonly theirs: ReactNode;
}

interface ConflictTableProps {
  readonly fields: readonly ConflictField[];
  readonly mineTitle: string;
  readonly theirsTitle: string;
  /** Returns the name of a field's radio buttons, whose values are `mine` and `theirs`. */
  readonly getName: (name: string) => string;
}

/** Shows fields that two people changed, both values side by side. One must be chosen; none is preselected. */
export function ConflictTable({ fields, mineTitle, theirsTitle, getName }: ConflictTableProps) {
  return (
    <div className="conflicts">
      {fields.map(({ name, label, mine, theirs }) => (
        <fieldset className="conflict" key={name}>
          <legend className="conflict__label">{label}</legend>
          {[['mine', mineTitle, mine] as const, ['theirs', theirsTitle, theirs] as const].map(
            ([value, title, content]) => (
              <label className="conflict__choice" key={value}>
                <input type="radio" name={getName(name)} value={value} required />
                <span className="conflict__title">{title}</span>
                <span className="conflict__value">{content}</span>
              </label>
            ),
          )}
        </fieldset>
      ))}
    </div>
  );
}
