import { Icon } from '#ui/icon.tsx';

interface CursorPaginationProps {
  readonly label: string;
  /** Number of rows shown and in total: '50 of 4,312', '50 of 10,000+'. */
  readonly summary: string;
  readonly previous: CursorLink;
  readonly next: CursorLink;
}

interface CursorLink {
  readonly text: string;
  /** Null on the first or last page. */
  readonly href: string | null;
}

export function CursorPagination({ label, summary, previous, next }: CursorPaginationProps) {
  return (
    <nav className="cursor" aria-label={label}>
      <p className="cursor__summary">{summary}</p>
      <CursorButton link={previous} icon="chevron-left" rel="prev" />
      <CursorButton link={next} icon="chevron-right" rel="next" />
    </nav>
  );
}

interface CursorButtonProps {
  readonly link: CursorLink;
  readonly icon: 'chevron-left' | 'chevron-right';
  readonly rel: 'prev' | 'next';
}

function CursorButton({ link: { text, href }, icon, rel }: CursorButtonProps) {
  const content = (
    <>
      {rel === 'prev' && <Icon name={icon} small />}
      <span>{text}</span>
      {rel === 'next' && <Icon name={icon} small />}
    </>
  );
  // A link without an address is not focusable, and keeps the position of the other link.
  return href === null ? (
    // biome-ignore lint/a11y/useValidAnchor: a placeholder, as HTML defines it
    <a className="cursor__link" role="link" aria-disabled="true">
      {content}
    </a>
  ) : (
    <a className="cursor__link" href={href} rel={rel}>
      {content}
    </a>
  );
}
