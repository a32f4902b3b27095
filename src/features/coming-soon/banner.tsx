import type { Shop } from '#platform/features/shop.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { PageSheet } from '#platform/pages/page.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { bannerId, dismissPath } from './contract.ts';
import { comingSoonSettings } from './settings.ts';
import { comingSoonTexts as texts } from './texts.ts';

export const comingSoonStyles: PageSheet = 'src/features/coming-soon/coming-soon.page.css';

/** Whether pages contain the banner, which only the audience of the setting sees. */
export const hasComingSoonBanner = (shop: Shop): boolean => shop.settings(comingSoonSettings).audience !== 'nobody';

/**
 * Renders the banner hidden, because cached pages are equal for all visitors: its script shows it to the audience.
 * The banner covers the end of the page, so that nothing moves.
 */
export function ComingSoonBanner({ shop, context: { t } }: { readonly shop: Shop; readonly context: RenderContext }) {
  const { audience, text } = shop.settings(comingSoonSettings);
  const { platformRest, storePlugin } = shop.wire;
  return (
    <Behaviour of="coming-soon/banner">
      <aside
        className="coming-soon"
        id={bannerId}
        aria-label={t(texts.label)}
        data-audience={audience}
        data-rest-url={dismissPath(platformRest)}
        data-meta={`${storePlugin}_meta`}
        hidden
      >
        <p>{text || t(audience === 'staff' ? texts.forStaff : texts.forEveryone)}</p>
        <a className="coming-soon__dismiss" href={`#${bannerId}`} data-dismiss="">
          {t(texts.dismiss)}
        </a>
      </aside>
    </Behaviour>
  );
}
