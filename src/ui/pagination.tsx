export interface PageLink {
  number: number;
  /** Accessible name, such as 'Page 2'. */
  label: string;
  href: string;
}

export interface PaginationProps {
  label: string;
  current: number;
  /** Pages to show, in order. Missing numbers appear as a gap. */
  pages: readonly PageLink[];
  previous?: { name: string; href: string } | undefined;
  next?: { name: string; href: string } | undefined;
}

/** Renders nothing for a single page. */
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
          <PageItem
            key={page.number}
            page={page}
            isCurrent={page.number === current}
            previousNumber={pages[index - 1]?.number}
          />
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

interface PageItemProps {
  page: PageLink;
  isCurrent: boolean;
  previousNumber: number | undefined;
}

function PageItem({ page, isCurrent, previousNumber }: PageItemProps) {
  const hasGap = previousNumber !== undefined && page.number > previousNumber + 1;
  return (
    <>
      {hasGap && (
        <li className="pagination__link" aria-hidden="true">
          …
        </li>
      )}
      <li>
        <a
          className="pagination__link"
          href={page.href}
          aria-label={page.label}
          aria-current={isCurrent ? 'page' : undefined}
        >
          {page.number}
        </a>
      </li>
    </>
  );
}
