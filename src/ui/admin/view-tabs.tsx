import type { ReactNode } from 'react';

export interface ViewTab {
  readonly href: string;
  readonly text: string;
  readonly isCurrent?: boolean | undefined;
  readonly count?: string | undefined;
  /** 'changed'; shown when filters, sort or columns differ from the saved view. */
  readonly changed?: string | undefined;
}

interface ViewTabsProps {
  readonly label: string;
  readonly tabs: readonly ViewTab[];
  readonly children?: ReactNode;
}

/** Saved views of a list, or parts of a record. They are links, since each has an address. */
export function ViewTabs({ label, tabs, children }: ViewTabsProps) {
  return (
    <div className="views">
      <nav className="views__nav" aria-label={label}>
        <ul className="views__list">
          {tabs.map(({ href, text, isCurrent, count, changed }) => (
            <li key={href}>
              <a className="views__tab" href={href} aria-current={isCurrent ? 'page' : undefined}>
                {text}
                {count !== undefined && <span className="views__count">{count}</span>}
                {changed !== undefined && <span className="views__changed">{changed}</span>}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {children && <div className="views__tools">{children}</div>}
    </div>
  );
}
