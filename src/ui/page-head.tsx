import type { ReactNode } from 'react';

interface PageHeadProps {
  readonly title: ReactNode;
  /** A sentence that introduces the page. Default: none. */
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
}

export function PageHead({ title, lead, children }: PageHeadProps) {
  return (
    <header className="page-head">
      <h1>{title}</h1>
      {lead && <p className="lead">{lead}</p>}
      {children}
    </header>
  );
}
