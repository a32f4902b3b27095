import type { ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';

interface AdminPageProps {
  /** Default: the whole window, for lists. `record` for two columns, `text` for one column of forms or text. */
  readonly width?: 'full' | 'record' | 'text' | undefined;
  readonly children: ReactNode;
}

/** The content of a page of the back office, with its parts stacked vertically. */
export function AdminPage({ width = 'full', children }: AdminPageProps) {
  return <div className={`page page--${width}`}>{children}</div>;
}

interface Step {
  /** Null at the end of the list. */
  readonly href: string | null;
  readonly text: string;
}

interface PageHeadProps {
  readonly title: ReactNode;
  /** The list from which the record was opened. */
  readonly back?: { readonly href: string; readonly text: string } | undefined;
  /** The previous and next records in that list. */
  readonly steps?: { readonly previous: Step; readonly next: Step } | null | undefined;
  readonly states?: ReactNode;
  /** One line below the title: date, sum, person. */
  readonly lead?: ReactNode;
  /** Buttons, of which at most one is strong. */
  readonly actions?: ReactNode;
}

export function PageHead({ title, back, steps, states, lead, actions }: PageHeadProps) {
  return (
    <header className="head">
      {back && (
        <a className="head__back" href={back.href}>
          <Icon name="chevron-left" small />
          {back.text}
        </a>
      )}
      {steps && (
        <nav className="head__steps">
          <StepLink step={steps.previous} icon="chevron-left" rel="prev" />
          <StepLink step={steps.next} icon="chevron-right" rel="next" />
        </nav>
      )}
      <div className="head__title">
        <h1>{title}</h1>
        {states}
      </div>
      {lead && <div className="head__lead">{lead}</div>}
      {actions && <div className="head__actions">{actions}</div>}
    </header>
  );
}

interface StepLinkProps {
  readonly step: Step;
  readonly icon: 'chevron-left' | 'chevron-right';
  readonly rel: string;
}

function StepLink({ step: { href, text }, icon, rel }: StepLinkProps) {
  const content = <Icon name={icon} small />;
  if (href === null)
    return (
      <span className="head__step" aria-hidden="true">
        {content}
      </span>
    );
  return (
    <a className="head__step" href={href} rel={rel} aria-label={text}>
      {content}
    </a>
  );
}
