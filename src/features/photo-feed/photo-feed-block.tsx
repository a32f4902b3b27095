import { defineBlock } from '#features/content/index.ts';
import { line, number } from '#platform/forms/kinds.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { type FeedConfig, maxColumns, maxPhotos, minColumns } from './contract.ts';
import { getFeedActionName } from './feed/load-action.tsx';
import { photoFeedSettings } from './settings.ts';
import { photoFeedTexts as texts } from './texts.ts';

/**
 * Renders a placeholder of the size of the photographs. A script replaces it when it becomes visible, because a
 * cached page outlives the photographs of the feed.
 */
export const photoFeedBlock = defineBlock({
  name: 'photo-feed',
  text: texts.feed,
  fields: ({ t }) => ({
    title: line({ label: t(texts.title), max: 200 }),
    count: number({ label: t(texts.count), required: true, min: 1, max: maxPhotos, width: 'half' }),
    columns: number({ label: t(texts.columns), required: true, min: minColumns, max: maxColumns, width: 'half' }),
  }),
  initial: { title: '', count: 6, columns: 3 },
  width: 'wide',
  styles: 'src/features/photo-feed/photo-feed.page.css',
  render({ shop, context: { t }, values: { title, count, columns } }) {
    const config: FeedConfig = { count: count ?? 1, columns: columns ?? minColumns };
    const { profile } = shop.settings(photoFeedSettings);
    return (
      <Behaviour of="photo-feed/feed" when="visible">
        <section className="section wrap">
          {title !== '' && <h2>{title}</h2>}
          <div
            className="photo-feed-place"
            data-feed={JSON.stringify(config)}
            data-endpoint={shop.wire.platformAjaxEndpoint}
            data-action={getFeedActionName(shop.wire)}
            data-invalid={t(texts.invalid)}
          >
            <div className={`photo-feed photo-feed--${config.columns} when-script`} aria-hidden="true">
              {Array.from({ length: config.count }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: empty places never move
                <div className="photo-feed__empty" key={index} />
              ))}
            </div>
            {profile !== undefined && (
              <p className="when-no-script">
                <a href={profile} rel="noopener">
                  {t(texts.profile)}
                </a>
              </p>
            )}
          </div>
        </section>
      </Behaviour>
    );
  },
  toSummary: ({ title }) => title,
});
