import { Fragment } from 'react';
import { Behaviour } from '#platform/islands/island.tsx';
import { Icon } from '#ui/icon.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { texts } from '../texts.ts';
import type { KeepPart, LayoutData, ShownNode } from './layout-data.ts';
import type { MenuProps } from './menu.tsx';
import { MenuLink, MenuParts } from './menu-parts.tsx';
import { ShopMark } from './wordmark.tsx';

const sidebarId = 'site-sidebar';

const onSmallScreens = 'media((max-width: 849px))';

export function SidebarToggle({ context: { t } }: Pick<MenuProps, 'context'>) {
  return (
    <button className="site-header__toggle icon-button" type="button" popoverTarget={sidebarId} aria-haspopup="dialog">
      <Icon name="menu" />
      <VisuallyHidden>{t(texts.menu)}</VisuallyHidden>
    </button>
  );
}

interface SidebarProps {
  readonly context: MenuProps['context'];
  readonly layout: LayoutData;
}

/** Opens and closes without script. */
export function Sidebar({ context, layout, keep }: SidebarProps & { readonly keep: KeepPart }) {
  const html = keep('layout:sidebar', <SidebarDialog context={context} layout={layout} />);
  return <Behaviour of="ui/sidebar" when={onSmallScreens} html={html} />;
}

function SidebarDialog({ context, layout }: SidebarProps) {
  const { t } = context;
  const tabs = [
    { id: 'sidebar-shop', title: t(texts.mainMenu), content: <MainMenu context={context} layout={layout} /> },
    { id: 'sidebar-contact', title: t(texts.contact), content: <Contact layout={layout} /> },
  ];
  return (
    <dialog className="sidebar" id={sidebarId} popover="auto" closedby="any" aria-label={t(texts.menu)}>
      <div className="sidebar__head">
        <span className="wordmark" aria-hidden="true">
          <ShopMark layout={layout} />
        </span>
        <button className="icon-button" type="button" popoverTarget={sidebarId} popoverTargetAction="hide">
          <Icon name="x" />
          <VisuallyHidden>{t(texts.closeMenu)}</VisuallyHidden>
        </button>
      </div>
      <Behaviour of="ui/tabs" when={onSmallScreens}>
        <Tabs label={t(texts.menu)} tabs={tabs} />
      </Behaviour>
    </dialog>
  );
}

function MainMenu({ context, layout }: SidebarProps) {
  return (
    <nav aria-label={context.t(texts.mainMenu)}>
      <ul className="sidebar__menu">
        {layout.menu.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries never move
          <Entry key={index} entry={entry} path={context.path} />
        ))}
      </ul>
    </nav>
  );
}

/** Prefix of ids in blocks. It differs from that of the large screens' menu, since a page contains both menus. */
const idPrefix = 'vt-side-';

function Entry({ entry, path }: { readonly entry: ShownNode; readonly path: string }) {
  if (entry.kind === 'link')
    return (
      <li>
        <MenuLink link={entry} path={path} />
      </li>
    );
  const { name, href, columns } = entry;
  return (
    <li>
      {href === null ? <span className="sidebar__entry">{name}</span> : <MenuLink link={{ name, href }} path={path} />}
      {columns.map(({ title, parts }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
        <Fragment key={index}>
          {title !== '' && <p className="menu__heading">{title}</p>}
          <MenuParts parts={parts} path={path} list="sidebar__sub" idPrefix={idPrefix} />
        </Fragment>
      ))}
    </li>
  );
}

function Contact({ layout }: Pick<SidebarProps, 'layout'>) {
  return (
    <ul className="sidebar__contact">
      {layout.contact.parts.map((part) =>
        'name' in part ? (
          <li key={part.name}>{part.kind === 'link' ? <a href={part.href}>{part.name}</a> : part.name}</li>
        ) : null,
      )}
    </ul>
  );
}
