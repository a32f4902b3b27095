import type { ReactNode } from 'react';

interface ProgressBarProps {
  readonly id: string;
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** Progress as text: '1,204 of 5,000 done, 12 skipped'. */
  readonly text: ReactNode;
  /** The button that stops the run. */
  readonly children?: ReactNode;
}

export function ProgressBar({ id, label, value, max, text, children }: ProgressBarProps) {
  return (
    <div className="progress">
      <label className="progress__label" htmlFor={id}>
        {label}
      </label>
      <progress className="progress__bar" id={id} value={value} max={max} />
      <p className="progress__text" role="status">
        {text}
      </p>
      {children && <div className="progress__actions">{children}</div>}
    </div>
  );
}

export interface ResultRow {
  readonly id: number | string;
  readonly outcome: 'done' | 'skipped' | 'failed';
  /** The record, as a link. */
  readonly subject: ReactNode;
  /** Reason of a failure; empty for a row that is done. */
  readonly reason?: ReactNode;
}

interface ResultListProps {
  readonly label: string;
  readonly outcomes: Readonly<Record<ResultRow['outcome'], string>>;
  readonly rows: readonly ResultRow[];
}

const tones = { done: 'success', skipped: 'neutral', failed: 'error' } as const;

export function ResultList({ label, outcomes, rows }: ResultListProps) {
  return (
    <ul className="results" aria-label={label}>
      {rows.map(({ id, outcome, subject, reason }) => (
        <li className="results__row" key={id}>
          <span className={`badge badge--${tones[outcome]}`}>{outcomes[outcome]}</span>
          <span className="results__subject">{subject}</span>
          {reason && <span className="results__reason">{reason}</span>}
        </li>
      ))}
    </ul>
  );
}

interface SummaryFigure {
  readonly label: string;
  readonly value: string;
  readonly href?: string | undefined;
  /** Comparison value: '+12 % against last Monday'. */
  readonly note?: string | undefined;
}

/** Key figures, each with a link to the list that it counts. */
export function Figures({ figures }: { readonly figures: readonly SummaryFigure[] }) {
  return (
    <ul className="figures">
      {figures.map(({ label, value, href, note }) => {
        const content = (
          <>
            <span className="figures__label">{label}</span>
            <span className="figures__value">{value}</span>
            {note && <span className="figures__note">{note}</span>}
          </>
        );
        return (
          <li className="figures__item" key={label}>
            {href === undefined ? (
              content
            ) : (
              <a className="figures__link" href={href}>
                {content}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Reloads the page every three seconds in browsers without script. */
export function ReloadWithoutScript() {
  return (
    <noscript>
      <meta httpEquiv="refresh" content="3" />
    </noscript>
  );
}
