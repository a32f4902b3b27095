import type { ReactNode } from 'react';
import { Button, ButtonLink } from '#ui/button.tsx';

interface SelectionBarProps {
  /** Name of the bar for screen readers. */
  readonly label: string;
  /** Number of marked rows: '3 marked', '3 marked, 2 not shown'. A script updates it. */
  readonly text: ReactNode;
  /** Button or link that marks all matching rows: 'Mark all 4,312 that match'. */
  readonly all?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Actions for the marked rows. CSS alone shows the bar when a row in its form, or in a surrounding `data-marks`, is
 * marked.
 */
export function SelectionBar({ label, text, all, children }: SelectionBarProps) {
  return (
    <section className="bar bar--selection" aria-label={label} data-selection="">
      <p className="bar__text" role="status">
        <span data-selection-text="">{text}</span> {all}
      </p>
      <div className="bar__actions">{children}</div>
    </section>
  );
}

interface SaveBarProps {
  readonly label: string;
  /** 'Unsaved changes'; shown when something changed. */
  readonly changed: string;
  readonly saving: string;
  readonly save: string;
  readonly discard: { readonly href: string; readonly text: string };
  /** Default: `clean`. A script sets `data-state`. Without script the bar is always visible. */
  readonly state?: 'clean' | 'changed' | 'saving' | undefined;
  /** Id of the form, when the bar is outside of it. */
  readonly form?: string | undefined;
}

/**
 * The bar with the buttons of a form. It sticks to the bottom of the window while the form is longer than the window.
 */
export function SaveBar({ label, changed, saving, save, discard, state = 'clean', form }: SaveBarProps) {
  return (
    <section className="bar bar--save" aria-label={label} data-save-bar="" data-state={state}>
      <p className="bar__text" role="status">
        <span className="bar__when-changed">{changed}</span>
        <span className="bar__when-saving">
          <Loading /> {saving}
        </span>
      </p>
      <div className="bar__actions">
        <ButtonLink look="quiet" href={discard.href} data-discard="">
          {discard.text}
        </ButtonLink>
        <Button form={form} aria-keyshortcuts="Control+S" aria-busy={state === 'saving' || undefined} data-save="">
          {save}
        </Button>
      </div>
    </section>
  );
}

/** An animation for work in progress. Put a text beside it. */
export function Loading() {
  return <span className="loading" aria-hidden="true" />;
}
