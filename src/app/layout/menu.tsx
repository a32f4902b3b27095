import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Icon } from '#ui/icon.tsx';
import { texts } from '../texts.ts';
import type { LayoutLink, MenuEntry } from './layout-data.ts';

export interface MenuProps {
  readonly context: Pick<RenderContext, 'path' | 't'>;
  readonly entries: readonly MenuEntry[];
}

/** The menu of large screens. Every entry is a link; its submenu also opens without script. */
export function Menu({ context, entries }: MenuProps) {
  return (
    <Behaviour of="ui/dropdown-menu" when="media((min-width: 850px))">
      <nav className="site-menu" aria-label={context.t(texts.mainMenu)}>
        <ul className="menu">
          {entries.map((entry, index) => (
            <MenuItem key={entry.href} entry={entry} id={`menu-${index + 1}`} context={context} />
          ))}
        </ul>
      </nav>
    </Behaviour>
  );
}

interface MenuItemProps {
  readonly context: MenuProps['context'];
  readonly entry: MenuEntry;
  readonly id: string;
}

function MenuItem({ context: { t, path }, entry, id }: MenuItemProps) {
  if (entry.children.length === 0) {
    return (
      <li className="menu__item">
        <MenuLink link={entry} path={path} />
      </li>
    );
  }
  return (
    <li className="menu__item" data-dropdown>
      <MenuLink link={entry} path={path} />
      <button
        className="menu__toggle when-script"
        type="button"
        aria-expanded="false"
        aria-controls={id}
        aria-label={t(texts.submenu, { name: entry.name })}
      >
        <Icon name="chevron-down" small />
      </button>
      <ul className="menu__sub" id={id}>
        {entry.children.map((child) => (
          <li key={child.href}>
            <MenuLink link={child} path={path} />
          </li>
        ))}
      </ul>
    </li>
  );
}

export function MenuLink({ link, path }: { readonly link: LayoutLink; readonly path: string }) {
  return (
    <a className="menu__link" href={link.href} aria-current={link.href === path ? 'page' : undefined}>
      {link.name}
    </a>
  );
}
