import { type CountedTile, maxWaiting } from '#platform/admin/home.ts';
import type { Shop } from '#platform/features/shop.ts';
import { getNumberFormat } from '#platform/texts/formats.ts';
import { homeTexts as texts } from './texts.ts';

interface WaitingProps {
  readonly shop: Shop;
  readonly tiles: readonly CountedTile[];
  readonly openPaths: ReadonlySet<string>;
}

/** Tiles with a count of 0 are not shown. */
export function Waiting({ shop, tiles, openPaths }: WaitingProps) {
  const { t } = shop;
  const shown = tiles.filter(({ count }) => count !== 0);
  return (
    <section className="home__part" aria-labelledby="home-waits">
      <h2 id="home-waits">{t(texts.waits)}</h2>
      {shown.length === 0 ? (
        <p className="home__calm">{t(texts.nothingWaits)}</p>
      ) : (
        <ul className="waits">
          {shown.map((tile) => (
            <Tile key={tile.id} shop={shop} tile={tile} openPaths={openPaths} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Tile({ shop, tile, openPaths }: Omit<WaitingProps, 'tiles'> & { readonly tile: CountedTile }) {
  const { t } = shop;
  const { count, text, list, isUrgent } = tile;
  const href = 'path' in list && openPaths.has(list.path.split(/[?#]/, 1)[0] ?? '') ? list.path : null;
  const content = (
    <>
      <span className="waits__count">{formatCount(shop, count)}</span>
      <span className="waits__text">{t(text, { count: count ?? 0 })}</span>
    </>
  );
  return (
    <li className={isUrgent ? 'waits__item waits__item--urgent' : 'waits__item'}>
      {href === null ? (
        <p className="waits__what">{content}</p>
      ) : (
        <a className="waits__what" href={href}>
          {content}
        </a>
      )}
      {count === null && <p className="waits__note">{t(texts.tileFailed)}</p>}
      {count !== null && 'command' in list && <code className="waits__note">shop {list.command}</code>}
    </li>
  );
}

function formatCount({ t, choices }: Shop, count: number | null): string {
  if (count === null) return t(texts.unknown);
  if (count > maxWaiting) return t(texts.overMax, { count: maxWaiting });
  return getNumberFormat(choices.locale, {}).format(count);
}
