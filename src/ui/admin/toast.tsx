import type { ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';

interface ToastProps {
  readonly kind?: 'success' | 'error' | 'info' | undefined;
  readonly children: ReactNode;
  /** The form of an undo, or a link to the results. */
  readonly action?: ReactNode;
}

/**
 * Message about the last action, above the content of the next page. It stays, because messages that disappear by
 * themselves are easily missed.
 */
export function Toast({ kind = 'success', children, action }: ToastProps) {
  return (
    <div className={`toast toast--${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon name={kind === 'success' ? 'check' : kind === 'error' ? 'triangle-alert' : 'inbox'} small />
      <p className="toast__text">{children}</p>
      {action && <div className="toast__action">{action}</div>}
    </div>
  );
}
