import { type CategoryTile, categoryPath } from '#features/catalog/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { Picture } from '#ui/picture.tsx';

const tileSizes = '(min-width: 1360px) 300px, (min-width: 850px) 23vw, 47vw';

interface CategoryTilesProps {
  readonly shop: Shop;
  readonly tiles: readonly CategoryTile[];
}

export function CategoryTiles({ shop, tiles }: CategoryTilesProps) {
  return (
    <ul className="category-list" role="list">
      {tiles.map(({ id, slug, name, image, children }) => (
        <li className="category-tile" key={id}>
          <div className="category-tile__photo">
            {image && <Picture picture={shop.media.picture(image)} alt="" sizes={tileSizes} />}
          </div>
          <h3 className="category-tile__name">
            <a href={categoryPath(slug)}>{name}</a>
          </h3>
          {children.length > 0 && (
            <ul className="category-tile__kinds" role="list">
              {children.map((child) => (
                <li key={child.id}>
                  <a href={categoryPath(child.slug)}>{child.name}</a>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}
