import type { Shop } from '#platform/features/shop.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { PageSheet } from '#platform/pages/page.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { bannerId, dismissPath } from './contract.ts';
import { comingSoonSettings } from './settings.ts';
import { comingSoonTexts as texts } from './texts.ts';

/** Style sheet of pages that have the banner. */
export const comingSoonStyles: PageSheet = 'src/features/coming-soon/coming-soon.page.css';

/** Whether pages have the banner, for the people that the setting names. */
export const hasComingSoonBanner = (shop: Shop): boolean => shop.settings(comingSoonSettings).audience !== 'nobody';

/**
 * Pages are the same for everybody, so the banner is hidden in them: its script shows it to who should see it. It lies over
 * the end of the page, so nothing moves.
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
