import type { Shop } from '#platform/features/shop.ts';
import { Pagination } from '#ui/pagination.tsx';
import { Picture } from '#ui/picture.tsx';
import { authorPath, getListPage, postPath, termPath } from '../paths.ts';
import type { NamedLink, PostCard, PostTerm } from '../posts/find-posts.ts';
import { journalTexts as texts } from '../texts.ts';

interface BylineProps {
  readonly shop: Pick<Shop, 't'>;
  readonly datedAt: Date;
  readonly author: NamedLink | null;
  readonly categories: readonly (NamedLink & { readonly hasPage?: boolean })[];
}

export function Byline({ shop: { t }, datedAt, author, categories }: BylineProps) {
  return (
    <p className="byline">
      <time dateTime={datedAt.toISOString()}>{t(texts.datedOn, { date: datedAt })}</time>
      {author && <a href={authorPath(author.slug)}>{t(texts.by, { name: author.name })}</a>}
      {categories.map(({ slug, name, hasPage = true }) => (
        <TermName key={slug} kind="category" slug={slug} name={name} hasPage={hasPage} />
      ))}
    </p>
  );
}

/** Shows the name of a term, with a link when its page lists posts. */
export function TermName({ kind, slug, name, hasPage }: PostTerm) {
  if (!hasPage) return <span>{name}</span>;
  return (
    <a href={termPath(kind, slug)} {...(kind === 'tag' && { rel: 'tag' })}>
      {name}
    </a>
  );
}

interface PostListProps {
  readonly shop: Pick<Shop, 't' | 'media'>;
  readonly posts: readonly PostCard[];
}

export function PostList({ shop, posts }: PostListProps) {
  const { media } = shop;
  return (
    <ol className="posts" role="list">
      {posts.map(({ id, slug, title, excerpt, picture, ...facts }, index) => (
        <li key={id}>
          <article className="post-card">
            {picture && (
              <Picture
                className="post-card__picture"
                picture={media.picture(picture)}
                alt=""
                sizes="(min-width: 850px) 30vw, (min-width: 550px) 46vw, 94vw"
                loading={index < 2 ? 'eager' : 'lazy'}
              />
            )}
            <Byline shop={shop} {...facts} />
            <h2 className="post-card__title">
              <a href={postPath(slug)}>{title}</a>
            </h2>
            {excerpt !== '' && <p>{excerpt}</p>}
          </article>
        </li>
      ))}
    </ol>
  );
}

interface ListPagesProps {
  readonly shop: Pick<Shop, 't'>;
  readonly label: string;
  readonly page: number;
  readonly last: number;
  readonly href: (page: number) => string;
}

export function ListPages({ shop: { t }, label, page, last, href }: ListPagesProps) {
  const numbers = [...new Set([1, page - 1, page, page + 1, last])].filter((each) => each >= 1 && each <= last);
  return (
    <Pagination
      {...{ label, current: page }}
      pages={numbers
        .sort((a, b) => a - b)
        .map((number) => ({
          ...{ number, label: t(texts.page, { page: number }), href: href(number) },
        }))}
      previous={page > 1 ? { name: t(texts.previous), href: href(page - 1) } : undefined}
      next={page < last ? { name: t(texts.next), href: href(page + 1) } : undefined}
    />
  );
}

export const toListHref = (path: string) => (page: number) => getListPage(path, page);
