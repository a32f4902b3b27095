import type { ReactNode } from 'react';

interface PageHeadProps {
  readonly title: ReactNode;
  /** A sentence on what the page is about. Default: none. */
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
}

/** The head of a page: its title, what it is about, and what is to be done first. */
export function PageHead({ title, lead, children }: PageHeadProps) {
  return (
    <header className="page-head">
      <h1>{title}</h1>
      {lead && <p className="lead">{lead}</p>}
      {children}
    </header>
  );
}
