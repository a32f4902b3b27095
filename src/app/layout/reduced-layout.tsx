import { cartPath } from '#features/cart/index.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { texts } from '../texts.ts';
import type { LayoutData } from './layout-data.ts';
import { Wordmark } from './wordmark.tsx';

interface ReducedProps {
  readonly context: Pick<RenderContext, 't'>;
  readonly layout: LayoutData;
}

/** Shows the shop's name, a way back and a way to get help. No other link leads away from a checkout. */
export function ReducedHeader({ context, layout }: ReducedProps) {
  const { t } = context;
  return (
    <header className="reduced-header wrap">
      <Wordmark context={context} layout={layout} />
      <nav className="reduced-header__links" aria-label={t(texts.mainMenu)}>
        <a href={cartPath}>{t(texts.backToCart)}</a>
        <a href={`mailto:${layout.email}`}>{t(texts.contact)}</a>
      </nav>
    </header>
  );
}

export function ReducedFooter({ context: { t }, layout: { shopName, legal } }: ReducedProps) {
  return (
    <footer className="reduced-footer">
      <div className="wrap reduced-footer__bar">
        <p>© {shopName}</p>
        {legal.length > 0 && (
          <nav className="reduced-footer__links" aria-label={t(texts.footer)}>
            {legal.map(({ name, href }) => (
              <a href={href} key={href}>
                {name}
              </a>
            ))}
          </nav>
        )}
      </div>
    </footer>
  );
}
