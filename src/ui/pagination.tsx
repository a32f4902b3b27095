export interface PageLink {
  number: number;
  /** What a screen reader says: 'Page 2'. */
  label: string;
  href: string;
}

export interface PaginationProps {
  label: string;
  current: number;
  /** Those shown, in order; where numbers are left out a gap shows. */
  pages: readonly PageLink[];
  previous?: { name: string; href: string } | undefined;
  next?: { name: string; href: string } | undefined;
}

/** Nothing when there is one page. */
export function Pagination({ label, current, pages, previous, next }: PaginationProps) {
  if (pages.length < 2) return null;
  return (
    <nav className="pagination" aria-label={label}>
      <ul className="pagination__list">
        {previous && (
          <li>
            <a className="pagination__link" href={previous.href} rel="prev">
              {previous.name}
            </a>
          </li>
        )}
        {pages.map((page, index) => (
          <PageItem key={page.number} page={page} here={page.number === current} after={pages[index - 1]?.number} />
        ))}
        {next && (
          <li>
            <a className="pagination__link" href={next.href} rel="next">
              {next.name}
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}

function PageItem({ page, here, after }: { page: PageLink; here: boolean; after: number | undefined }) {
  const gap = after !== undefined && page.number > after + 1;
  return (
    <>
      {gap && (
        <li className="pagination__link" aria-hidden="true">
          …
        </li>
      )}
      <li>
        <a
          className="pagination__link"
          href={page.href}
          aria-label={page.label}
          aria-current={here ? 'page' : undefined}
        >
          {page.number}
        </a>
      </li>
    </>
  );
}
