import type { ReactNode } from 'react';

export interface Tab {
  /** Id of the tab's panel; `#id` in the address opens the tab. */
  readonly id: string;
  readonly title: ReactNode;
  readonly content: ReactNode;
}

/** Links and their sections. The behaviour `ui/tabs` around them turns them into tabs. */
export function Tabs({ tabs, label }: { readonly tabs: readonly Tab[]; readonly label: string }) {
  return (
    <div className="tabs">
      <div className="tabs__list" data-label={label}>
        {tabs.map(({ id, title }) => (
          <a className="tabs__tab" href={`#${id}`} id={`${id}-tab`} key={id}>
            {title}
          </a>
        ))}
      </div>
      {tabs.map(({ id, content }) => (
        <div className="tabs__panel" id={id} key={id}>
          {content}
        </div>
      ))}
    </div>
  );
}
