import type { ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';

interface AdminPageProps {
  /** Default: the whole window, for lists. `record` for two columns, `text` for one of forms or text. */
  readonly width?: 'full' | 'record' | 'text' | undefined;
  readonly children: ReactNode;
}

/** The content of a page of the back office: its parts below each other. */
export function AdminPage({ width = 'full', children }: AdminPageProps) {
  return <div className={`page page--${width}`}>{children}</div>;
}

interface PageHeadProps {
  readonly title: ReactNode;
  /** The list that it was opened from. */
  readonly back?: { readonly href: string; readonly text: string } | undefined;
  /** State badges, beside the title. */
  readonly states?: ReactNode;
  /** One line below the title: date, sum, who. */
  readonly lead?: ReactNode;
  /** Buttons: at most one is strong. */
  readonly actions?: ReactNode;
}

export function PageHead({ title, back, states, lead, actions }: PageHeadProps) {
  return (
    <header className="head">
      {back && (
        <a className="head__back" href={back.href}>
          <Icon name="chevron-left" small />
          {back.text}
        </a>
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
