import type { Shop } from '#platform/features/shop.ts';
import type { Assets } from '#platform/islands/assets.ts';
import { createPageConfig } from '#platform/islands/page-config.ts';
import type { Layouts } from '#platform/pages/document.ts';
import { getAdminNonce } from '#platform/pages/page-origins.ts';
import { ConfigScript, DocumentHead } from '../layout/document.tsx';
import { applyTheme } from '../layout/theme-assets.ts';
import { texts as shopTexts } from '../texts.ts';
import type { Theme } from '../theme.ts';
import { AdminHeader } from './admin-header.tsx';
import { AdminNavigation, QuickNavigation } from './admin-navigation.tsx';
import { Palette } from './palette.tsx';

const styles = 'src/app/admin/admin.css';

/** The frame of the back office. It runs no query: error pages are rendered while the database may be down. */
export function createAdminLayout(assets: Assets, theme: Theme): Layouts['admin'] {
  const getPageAssets = applyTheme({ ...assets, entry: assets.adminEntry, styles: [assets.url(styles)] }, theme);
  return async (shop, context, view) => {
    const { t } = context;
    const { actor } = view;
    const pageAssets = getPageAssets(view);
    const frame = { shop, context, actor };
    return (
      <html lang={context.locale} className="office">
        <DocumentHead
          context={context}
          view={view}
          shopName={shop.choices.name}
          assets={pageAssets}
          paper={theme.paper}
        >
          <StyleNonce />
        </DocumentHead>
        <body className={actor ? 'frame' : 'frame frame--closed'}>
          <a className="skip-link" href="#main">
            {t(shopTexts.skip)}
          </a>
          <AdminHeader {...frame} />
          {actor && <AdminNavigation {...frame} actor={actor} />}
          <main className="frame__main" id="main" tabIndex={-1}>
            {view.body}
          </main>
          {actor && <QuickNavigation {...frame} actor={actor} />}
          {actor && <Palette t={t} actor={actor} />}
          <div className="visually-hidden" id="vt-status" role="status" />
          <ConfigScript config={createAdminConfig(shop)} entry={pageAssets.entry} />
        </body>
      </html>
    );
  };
}

/** Badges of the shop, such as the cart's, are not shown here. */
const createAdminConfig = (shop: Shop) => ({ ...createPageConfig(shop), badges: {} });

/** Scripts of tools that add style elements read the nonce from this element. */
function StyleNonce() {
  const nonce = getAdminNonce();
  return nonce === null ? null : <meta property="csp-nonce" nonce={nonce} />;
}
