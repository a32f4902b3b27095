import { Behaviour } from '#platform/islands/island.tsx';
import { Icon } from '#ui/icon.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { texts } from '../texts.ts';
import type { FooterColumn, KeepPart, LayoutData, MenuEntry } from './layout-data.ts';
import { MenuLink, type MenuProps } from './menu.tsx';

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

/** The menu of small screens. It opens and closes without script. */
export function Sidebar({ context, layout, keep }: SidebarProps & { readonly keep: KeepPart }) {
  const html = keep('layout:sidebar', <SidebarDialog context={context} layout={layout} />);
  return <Behaviour of="ui/sidebar" when={onSmallScreens} html={html} />;
}

function SidebarDialog({ context, layout }: SidebarProps) {
  const { t } = context;
  const tabs = [
    { id: 'sidebar-shop', title: t(texts.mainMenu), content: <Categories context={context} layout={layout} /> },
    { id: 'sidebar-contact', title: t(texts.contact), content: <Contact column={layout.contact} /> },
  ];
  return (
    <dialog className="sidebar" id={sidebarId} popover="auto" closedby="any" aria-label={t(texts.menu)}>
      <div className="sidebar__head">
        <span className="wordmark" aria-hidden="true">
          {layout.shopName}
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

function Categories({ context, layout }: SidebarProps) {
  return (
    <nav aria-label={context.t(texts.mainMenu)}>
      <ul className="sidebar__menu">
        {layout.categories.map((entry) => (
          <Category key={entry.href} entry={entry} path={context.path} />
        ))}
      </ul>
    </nav>
  );
}

function Category({ entry, path }: { readonly entry: MenuEntry; readonly path: string }) {
  return (
    <li>
      <MenuLink link={entry} path={path} />
      {entry.children.length > 0 && (
        <ul className="sidebar__sub">
          {entry.children.map((child) => (
            <li key={child.href}>
              <MenuLink link={child} path={path} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Contact({ column }: { readonly column: FooterColumn }) {
  return (
    <ul className="sidebar__contact">
      {column.entries.map(({ name, href }) => (
        <li key={name}>{href ? <a href={href}>{name}</a> : name}</li>
      ))}
    </ul>
  );
}
