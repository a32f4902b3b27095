import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export type NoticeKind = 'success' | 'warning' | 'error' | 'info';

export interface NoticeProps {
  kind: NoticeKind;
  title?: ReactNode;
  children?: ReactNode;
  id?: string | undefined;
  /** Moves the focus here when the page opens. For the reply to a form. */
  autoFocus?: boolean | undefined;
}

/**
 * Screen readers announce errors and warnings at once, other notices at the next pause. The notice is focusable.
 * Renders nothing without a text.
 */
export function Notice({ kind, title, children, id, autoFocus }: NoticeProps) {
  if (children === null) return null;
  const isUrgent = kind === 'error' || kind === 'warning';
  return (
    <div
      className={`notice notice--${kind}`}
      role={isUrgent ? 'alert' : 'status'}
      id={id}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the page is the answer to a form, and this is what it says.
      autoFocus={autoFocus}
    >
      <Icon name={isUrgent ? 'triangle-alert' : 'check'} />
      <div className="notice__body">
        {title && <p className="notice__title">{title}</p>}
        {typeof children === 'string' ? <p>{children}</p> : children}
      </div>
    </div>
  );
}

interface NoticeContainerProps {
  /** Kind of the page, by which scripts find the container. Default: `checkout`. */
  readonly page?: string;
  readonly children: ReactNode;
}

/**
 * Place for the errors of a page, above the content that they concern. The behaviour `ui/notices` around it
 * scrolls to them.
 */
export function NoticeContainer({ page = 'checkout', children }: NoticeContainerProps) {
  return (
    <div className="notices" data-notices={page}>
      {children}
    </div>
  );
}
