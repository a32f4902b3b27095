import type { Shop } from '#platform/features/shop.ts';
import type { MediaRow } from '#platform/media/media.ts';
import { Picture } from '#ui/picture.tsx';

interface BlockPictureProps {
  readonly shop: Shop;
  readonly row: MediaRow;
  readonly alt?: string;
  readonly isFirst: boolean;
}

/** A picture as wide as the text of a page. Without `alt` it has the alternative text of the media library. */
export const BlockPicture = ({ shop, row, alt = '', isFirst }: BlockPictureProps) => (
  <Picture
    picture={shop.media.picture(row, alt === '' ? undefined : alt)}
    sizes="(min-width: 850px) 720px, 94vw"
    loading={isFirst ? 'eager' : 'lazy'}
  />
);

/** A link below a block. Renders nothing without a text or an address. */
export const MoreLink = ({ text, href }: { readonly text: string; readonly href: string }) =>
  text !== '' &&
  href !== '' && (
    <a className="more" href={href}>
      {text}
    </a>
  );
