import { signOutPath } from '#features/accounts/index.ts';
import { listNavigation } from '#platform/admin/admin.ts';
import { adminPath } from '#platform/admin/contract.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Assets } from '#platform/islands/assets.ts';
import { createPageConfig } from '#platform/islands/page-config.ts';
import type { Layouts } from '#platform/pages/document.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { Button } from '#ui/button.tsx';
import { ConfigScript, DocumentHead } from '../layout/document.tsx';
import { applyTheme } from '../layout/theme-assets.ts';
import { texts as shopTexts } from '../texts.ts';
import type { Theme } from '../theme.ts';
import { adminTexts as texts } from './texts.ts';

const styles = 'src/app/admin/admin.css';

/** The frame of the back office. It runs no query: error pages are rendered while the database may be down. */
export function createAdminLayout(assets: Assets, theme: Theme): Layouts['admin'] {
  const getPageAssets = applyTheme({ ...assets, styles: [assets.url(styles)] }, theme);
  return async (shop, context, view) => {
    const { t } = context;
    const pageAssets = getPageAssets(view);
    const shopName = shop.choices.name;
    return (
      <html lang={context.locale}>
        <DocumentHead context={context} view={view} shopName={shopName} assets={pageAssets} paper={theme.paper} />
        <body>
          <a className="skip-link" href="#main">
            {t(shopTexts.skip)}
          </a>
          <AdminHeader shop={shop} context={context} actor={view.actor} />
          <main id="main" tabIndex={-1}>
            {view.body}
          </main>
          <div className="visually-hidden" id="vt-status" role="status" />
          <ConfigScript config={createPageConfig(shop)} entry={pageAssets.entry} />
        </body>
      </html>
    );
  };
}

function AdminHeader({ shop, context: { t, path }, actor }: AdminHeaderProps) {
  const entries = actor ? listNavigation(shop.adminNavigation, actor) : [];
  const shopName = shop.choices.name;
  return (
    <header className="admin-header">
      <div className="admin-header__bar wrap">
        <p className="admin-header__shop">
          <a
            className="wordmark"
            href={actor ? adminPath() : '/'}
            aria-label={t(actor ? texts.home : shopTexts.home, { shop: shopName })}
          >
            {shopName}
          </a>
          <span className="admin-header__label">{t(texts.label)}</span>
        </p>
        {actor && (
          <form className="admin-header__person" method="post" action={signOutPath}>
            <span>{t(texts.signedInAs, { name: actor.name })}</span>
            <Button look="text">{t(texts.signOut)}</Button>
          </form>
        )}
      </div>
      {entries.length > 0 && (
        <nav className="admin-menu wrap" aria-label={t(texts.menu)}>
          <ul className="admin-menu__list">
            {entries.map((entry) => (
              <li key={entry.path}>
                <a className="admin-menu__link" href={entry.path} aria-current={getCurrent(entry.path, path)}>
                  {t(entry.text)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </header>
  );
}

interface AdminHeaderProps {
  readonly shop: Shop;
  readonly context: Pick<RenderContext, 'path' | 't'>;
  /** Null on pages that say that somebody may not see more. */
  readonly actor: Actor | null;
}

/** `page` for the page itself, `true` for pages below it. */
function getCurrent(entry: string, path: string): 'page' | 'true' | undefined {
  if (entry === path) return 'page';
  return path.startsWith(`${entry}/`) ? 'true' : undefined;
}
