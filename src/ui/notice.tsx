import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export type NoticeKind = 'success' | 'warning' | 'error' | 'info';

export interface NoticeProps {
  kind: NoticeKind;
  title?: ReactNode;
  children?: ReactNode;
  id?: string | undefined;
}

/** Announced when it appears: at once when something went wrong, else at the next pause. Can be given the focus. */
export function Notice({ kind, title, children, id }: NoticeProps) {
  const urgent = kind === 'error' || kind === 'warning';
  return (
    <div className={`notice notice--${kind}`} role={urgent ? 'alert' : 'status'} id={id} tabIndex={-1}>
      <Icon name={urgent ? 'triangle-alert' : 'check'} />
      <div className="notice__body">
        {title && <p className="notice__title">{title}</p>}
        {typeof children === 'string' ? <p>{children}</p> : children}
      </div>
    </div>
  );
}
