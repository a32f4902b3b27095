import { signOutPath } from '#features/accounts/index.ts';
import { adminPath, adminSearchPath } from '#platform/admin/contract.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { Menu } from '#ui/admin/menu.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { texts as shopTexts } from '../texts.ts';
import { adminTexts as texts } from './texts.ts';

interface AdminHeaderProps {
  readonly shop: Shop;
  readonly context: Pick<RenderContext, 't'>;
  /** Null on error pages, whose reader may have no permission to see navigation or search. */
  readonly actor: Actor | null;
}

export function AdminHeader({ shop, context: { t }, actor }: AdminHeaderProps) {
  const shopName = shop.choices.name;
  return (
    <header className="frame__header">
      <a
        className="frame__shop"
        href={actor ? adminPath() : '/'}
        aria-label={t(actor ? texts.home : shopTexts.home, { shop: shopName })}
      >
        {shopName}
      </a>
      {actor && (
        <>
          {/* Without JavaScript this link opens the search page. */}
          <a className="frame__search" href={adminSearchPath} data-palette-open="" aria-keyshortcuts="Control+K">
            <Icon name="search" small />
            <span className="frame__search-text">{t(texts.searchHint)}</span>
            <span className="key when-script" aria-hidden="true">
              Ctrl K
            </span>
          </a>
          <div className="frame__tools">
            <a className="frame__tool" href="/">
              <Icon name="external-link" small />
              <span>{t(texts.viewShop)}</span>
            </a>
            <Menu
              button={
                <>
                  <span className="frame__initial" aria-hidden="true">
                    {getInitials(actor.name)}
                  </span>
                  <span className="frame__person">
                    <span className="visually-hidden">{t(texts.signedInAs, { name: actor.name })}</span>
                    <span aria-hidden="true">{actor.name}</span>
                  </span>
                </>
              }
              align="end"
            >
              <p className="menu__note">{t(texts.signedInAs, { name: actor.name })}</p>
              <form method="post" action={signOutPath}>
                <Button className="menu__item" look="text">
                  {t(texts.signOut)}
                </Button>
              </form>
            </Menu>
          </div>
        </>
      )}
    </header>
  );
}

function getInitials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase();
}
