import type { ReactNode } from 'react';

/** Where a list would stand if there were something in it. `children` are what to do next. */
export function EmptyState({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) {
  return (
    <div className="empty-state">
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children && <div className="empty-state__actions">{children}</div>}
    </div>
  );
}
