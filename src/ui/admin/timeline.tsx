import type { ReactNode } from 'react';
import type { Tone } from './state-badge.tsx';

export interface TimelineEntry {
  readonly id: number | string;
  /** A `<time>` element. */
  readonly when: ReactNode;
  /** Name of the author: 'Cleo Marsh', 'job', 'key “ERP”'. */
  readonly who?: ReactNode;
  readonly what: ReactNode;
  /** Details: values before and after, the text of a note, links. */
  readonly more?: ReactNode;
  readonly tone?: Tone | undefined;
}

/** Entries, the newest first. */
export function Timeline({ label, entries }: { readonly label: string; readonly entries: readonly TimelineEntry[] }) {
  return (
    <ol className="timeline" aria-label={label}>
      {entries.map(({ id, when, who, what, more, tone = 'neutral' }) => (
        <li className={`timeline__entry timeline__entry--${tone}`} key={id}>
          <div className="timeline__what">{what}</div>
          <div className="timeline__meta">
            {when}
            {who && <span className="timeline__who">{who}</span>}
          </div>
          {more && <div className="timeline__more">{more}</div>}
        </li>
      ))}
    </ol>
  );
}

/** A changed field. A value is null when the field did not exist before, or does not exist any more. */
interface ShownChange {
  readonly label: string;
  readonly before: ReactNode;
  readonly after: ReactNode;
}

interface ChangeListProps {
  readonly changes: readonly ShownChange[];
  /** Text between the values for screen readers: 'changed to'. */
  readonly to: string;
  /** Returns the text that opens the folded changes: 'and 12 more'. */
  readonly more: (count: number) => string;
}

const shownChanges = 5;

/** Changed fields, each with its value before and after. The first few are shown, the others are folded. */
export function ChangeList({ changes, to, more }: ChangeListProps) {
  // A fold for a single change would save no space.
  const shown = changes.length > shownChanges + 1 ? changes.slice(0, shownChanges) : changes;
  const folded = changes.slice(shown.length);
  return (
    <div className="changes">
      <ChangeRows changes={shown} to={to} />
      {folded.length > 0 && (
        <details className="changes__more">
          <summary>{more(folded.length)}</summary>
          <ChangeRows changes={folded} to={to} />
        </details>
      )}
    </div>
  );
}

function ChangeRows({ changes, to }: Omit<ChangeListProps, 'more'>) {
  return (
    <dl>
      {changes.map(({ label, before, after }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two fields may have one label
        <div className="changes__row" key={index}>
          <dt>{label}</dt>
          <dd>
            {before !== null && <del>{before}</del>}
            {before !== null && after !== null && (
              <>
                {' '}
                <span aria-hidden="true">→</span> <span className="visually-hidden">{to}</span>{' '}
              </>
            )}
            {after !== null && <ins>{after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
