import type { ReactNode } from 'react';

/**
 * Shown in place of an empty list. `title` is omitted when the page's title says the same. `children` are links or
 * buttons for the next step.
 */
export function EmptyState({ title, text, children }: { title?: string; text?: ReactNode; children?: ReactNode }) {
  return (
    <div className="empty-state">
      {title && <h2>{title}</h2>}
      {text && <p>{text}</p>}
      {children && <div className="empty-state__actions">{children}</div>}
    </div>
  );
}
