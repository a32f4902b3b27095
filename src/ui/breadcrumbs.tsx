export interface Crumb {
  name: string;
  /** Absent for the current page, which comes last. */
  href?: string | undefined;
}

export function Breadcrumbs({ label, crumbs }: { label: string; crumbs: readonly Crumb[] }) {
  return (
    <nav className="breadcrumbs" aria-label={label}>
      <ol className="breadcrumbs__list">
        {crumbs.map((crumb) => (
          <li className="breadcrumbs__item" key={crumb.href ?? crumb.name}>
            {crumb.href ? <a href={crumb.href}>{crumb.name}</a> : <span aria-current="page">{crumb.name}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
