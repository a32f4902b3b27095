import type { ReactNode } from 'react';

/** Two columns of a record: content on the left, facts about it on the right; stacked on small screens. */
export function PanelColumns({ main, side }: { readonly main: ReactNode; readonly side?: ReactNode }) {
  return (
    <div className={side ? 'columns' : 'columns columns--single'}>
      <div className="columns__main">{main}</div>
      {side && <div className="columns__side">{side}</div>}
    </div>
  );
}

interface PanelProps {
  /** Id of the panel, to which `#id` in the address leads. */
  readonly id?: string | undefined;
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Content below a line at the end: sums, a button. */
  readonly foot?: ReactNode;
  /** `danger` for actions that can't be undone; `flush` for a table that fills the panel. */
  readonly look?: 'plain' | 'flush' | 'danger' | undefined;
}

export function Panel({ id, title, actions, children, foot, look = 'plain' }: PanelProps) {
  const titleId = id === undefined ? undefined : `${id}-title`;
  return (
    <section className={`panel panel--${look}`} id={id} aria-labelledby={title ? titleId : undefined}>
      {(title || actions) && (
        <div className="panel__head">
          {title && (
            <h2 className="panel__title" id={titleId}>
              {title}
            </h2>
          )}
          {actions && <div className="panel__actions">{actions}</div>}
        </div>
      )}
      <div className="panel__body">{children}</div>
      {foot && <div className="panel__foot">{foot}</div>}
    </section>
  );
}

interface FoldPanelProps extends Pick<PanelProps, 'id' | 'children'> {
  readonly title: ReactNode;
  /** Summary of the content in a few words, or a badge, beside the title. */
  readonly note?: ReactNode;
  readonly isOpen: boolean;
}

/** A panel that is folded to one line until it is opened. It works without script. */
export function FoldPanel({ id, title, note, isOpen, children }: FoldPanelProps) {
  return (
    <details className="panel panel--fold" id={id} open={isOpen}>
      <summary className="panel__head">
        <h2 className="panel__title">{title}</h2>
        {note && <span className="panel__note">{note}</span>}
      </summary>
      <div className="panel__body">{children}</div>
    </details>
  );
}

/** Names and values of a record's facts. Facts without a value are left out. */
export function FactsList({
  facts,
}: {
  readonly facts: readonly { readonly label: string; readonly value: ReactNode }[];
}) {
  const shown = facts.filter(({ value }) => value !== null && value !== undefined && value !== '');
  return (
    <dl className="facts-list">
      {shown.map(({ label, value }) => (
        <div className="facts-list__row" key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
