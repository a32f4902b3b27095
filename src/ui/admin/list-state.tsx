import type { ReactNode } from 'react';
import { Icon, type IconName } from '#ui/icon.tsx';

interface ListStateProps {
  /**
   * `empty`: there were never any rows. `no-match`: no row matches the filters. `failed`: the list can't be shown.
   */
  readonly kind: 'empty' | 'no-match' | 'failed';
  readonly title?: string | undefined;
  readonly text: ReactNode;
  readonly children?: ReactNode;
}

const icons: Readonly<Record<ListStateProps['kind'], IconName>> = {
  empty: 'inbox',
  'no-match': 'search',
  failed: 'triangle-alert',
};

export function ListState({ kind, title, text, children }: ListStateProps) {
  return (
    <div className={`list-state list-state--${kind}`} role={kind === 'failed' ? 'alert' : undefined}>
      <Icon name={icons[kind]} />
      {title && <h2 className="list-state__title">{title}</h2>}
      <p className="list-state__text">{text}</p>
      {children && <div className="list-state__actions">{children}</div>}
    </div>
  );
}

/** Grey placeholder rows while a list loads, as high as the list's rows. */
export function Skeleton({ rows = 5, label }: { readonly rows?: number; readonly label: string }) {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <span className="skeleton__row" aria-hidden="true" key={index} />
      ))}
    </div>
  );
}
