import type { ReactNode } from 'react';
import { Button, ButtonLink } from '#ui/button.tsx';

interface SelectionBarProps {
  /** Its name for screen readers. */
  readonly label: string;
  /** '3 marked', '3 marked, 2 not shown'. A script keeps it up to date. */
  readonly text: ReactNode;
  /** 'Mark all 4,312 that match': a button or link. */
  readonly all?: ReactNode;
  /** Buttons of the actions. */
  readonly children: ReactNode;
}

/**
 * What can be done with the marked rows. It shows itself when a row of its form or of `data-marks` around it is marked,
 * by style alone.
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
  /** 'Saving …'. */
  readonly saving: string;
  readonly save: string;
  readonly discard: { readonly href: string; readonly text: string };
  /** Default: `clean`. A script sets `data-state`. Without script the bar is always there. */
  readonly state?: 'clean' | 'changed' | 'saving' | undefined;
  /** Id of the form, when the bar is outside of it. */
  readonly form?: string | undefined;
}

/** The one bar of a form: at the end of the window while the form is longer. */
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

/** A mark that something is under way. Put words beside it. */
export function Loading() {
  return <span className="loading" aria-hidden="true" />;
}
