import type { ReactNode } from 'react';
import type { Tone } from './state-badge.tsx';

export interface TimelineEntry {
  readonly id: number | string;
  /** A `<time>`. */
  readonly when: ReactNode;
  /** 'Cleo Marsh', 'job', 'key “ERP”'. */
  readonly who?: ReactNode;
  readonly what: ReactNode;
  /** Before and after, the text of a note, links. */
  readonly more?: ReactNode;
  readonly tone?: Tone | undefined;
}

/** What happened, the newest first. */
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

interface ChangeListProps {
  readonly changes: readonly { readonly label: string; readonly before: ReactNode; readonly after: ReactNode }[];
  /** Between the values, for screen readers: 'changed to'. */
  readonly to: string;
}

/** Changed fields, each with its value before and after. */
export function ChangeList({ changes, to }: ChangeListProps) {
  return (
    <dl className="changes">
      {changes.map(({ label, before, after }) => (
        <div className="changes__row" key={label}>
          <dt>{label}</dt>
          <dd>
            <del>{before}</del> <span aria-hidden="true">→</span> <span className="visually-hidden">{to}</span>{' '}
            <ins>{after}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
