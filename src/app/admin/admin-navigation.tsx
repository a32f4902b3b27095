import { adminPath, adminSearchPath } from '#platform/admin/contract.ts';
import {
  type AdminNavigationEntry,
  type AdminSection,
  findCurrentEntry,
  groupNavigation,
  listNavigation,
} from '#platform/admin/navigation.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { CountBadge } from '#ui/admin/count-badge.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { sectionIcons, sectionTitles } from './sections.ts';
import { adminTexts as texts } from './texts.ts';

export interface NavigationProps {
  readonly shop: Pick<Shop, 'adminNavigation'>;
  readonly context: Pick<RenderContext, 'path' | 't'>;
  readonly actor: Actor;
}

const menuId = 'office-menu';
/** In the bar of small screens, between Home and Search. */
const maxShortcuts = 2;

/**
 * The side bar. It shows the entries of the current section, and on small screens, where the browser opens it over the
 * page as a popover, those of all sections.
 */
export function AdminNavigation({ shop, context, actor }: NavigationProps) {
  const { t, path } = context;
  const entries = listNavigation(shop.adminNavigation, actor);
  const current = findCurrentEntry(entries, path);
  const groups = groupNavigation(entries);
  const hasHome = groups[0]?.section === 'home';
  return (
    <nav className="side" id={menuId} aria-label={t(texts.menu)} popover="auto">
      <button className="side__close icon-button" type="button" popoverTarget={menuId} popoverTargetAction="hide">
        <Icon name="x" />
        <span className="visually-hidden">{t(texts.closeMenu)}</span>
      </button>
      <ul className="side__sections">
        {!hasHome && (
          <SectionLink section="home" path={adminPath()} context={context} isCurrent={path === adminPath()} />
        )}
        {groups.map(({ section, entries: ofSection }) => (
          <SectionLink
            key={section}
            section={section}
            path={section === 'home' ? adminPath() : ofSection[0].path}
            context={context}
            isCurrent={current?.section === section || (section === 'home' && path === adminPath())}
            counted={ofSection.filter(({ count }) => count).map((entry) => entry.path)}
            entries={ofSection}
            current={current}
          />
        ))}
      </ul>
    </nav>
  );
}

interface SectionLinkProps {
  readonly section: AdminSection;
  readonly path: string;
  readonly context: NavigationProps['context'];
  readonly isCurrent: boolean;
  /** Paths of its entries that have a number. */
  readonly counted?: readonly string[];
  readonly entries?: readonly AdminNavigationEntry[];
  readonly current?: AdminNavigationEntry | undefined;
}

function SectionLink({ section, path, context, isCurrent, counted = [], entries = [], current }: SectionLinkProps) {
  const { t } = context;
  return (
    <li className="side__section" data-current={isCurrent || undefined}>
      <a className="side__link" href={path} aria-current={getCurrent(path, context.path, entries.length === 0)}>
        <Icon name={sectionIcons[section]} small />
        <span className="side__text">{t(sectionTitles[section])}</span>
        <CountBadge of={counted} />
      </a>
      {entries.length > 0 && (
        <ul className="side__entries">
          {entries.map((entry) => (
            <li key={entry.path}>
              <a
                className="side__entry"
                href={entry.path}
                aria-current={entry === current ? getCurrent(entry.path, context.path) : undefined}
              >
                <span className="side__text">{t(entry.text)}</span>
                <CountBadge of={entry.count ? [entry.path] : []} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** `page` for the page itself, `true` for pages below it. A section with entries is not the page: one of them is. */
function getCurrent(to: string, path: string, isLeaf = true): 'page' | 'true' | undefined {
  if (!isLeaf) return undefined;
  if (to === path) return 'page';
  return to !== adminPath() && path.startsWith(`${to}/`) ? 'true' : undefined;
}

/** The bar at the bottom of small screens. */
export function QuickNavigation({ shop, context: { t, path }, actor }: NavigationProps) {
  const entries = listNavigation(shop.adminNavigation, actor);
  const current = findCurrentEntry(entries, path);
  const groups = groupNavigation(entries).filter(({ section }) => section !== 'home');
  const isHome = path === adminPath() || current?.section === 'home';
  return (
    <nav className="quick" aria-label={t(texts.quickMenu)}>
      <QuickLink href={adminPath()} icon="house" isCurrent={isHome} text={t(texts.sectionHome)} />
      {groups.slice(0, maxShortcuts).map(({ section, entries: ofSection }) => (
        <QuickLink
          key={section}
          href={ofSection[0].path}
          icon={sectionIcons[section]}
          isCurrent={current?.section === section}
          text={t(sectionTitles[section])}
          counted={ofSection.filter(({ count }) => count).map((entry) => entry.path)}
        />
      ))}
      <a className="quick__link" href={adminSearchPath} data-palette-open="">
        <Icon name="search" />
        <span>{t(texts.search)}</span>
      </a>
      <button className="quick__link" type="button" popoverTarget={menuId}>
        <Icon name="menu" />
        <span>{t(texts.more)}</span>
      </button>
    </nav>
  );
}

interface QuickLinkProps {
  readonly href: string;
  readonly icon: IconName;
  readonly text: string;
  readonly isCurrent: boolean;
  readonly counted?: readonly string[];
}

function QuickLink({ href, icon, text, isCurrent, counted = [] }: QuickLinkProps) {
  return (
    <a className="quick__link" href={href} aria-current={isCurrent ? 'true' : undefined}>
      <Icon name={icon} />
      <span>{text}</span>
      <CountBadge of={counted} />
    </a>
  );
}
