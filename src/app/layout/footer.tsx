import type { RenderContext } from '#platform/pages/render-context.ts';
import { texts } from '../texts.ts';
import type { FooterColumn, LayoutData } from './layout-data.ts';

export function Footer({ context, layout }: { context: Pick<RenderContext, 't'>; layout: LayoutData }) {
  return (
    <footer className="site-footer">
      <div className="wrap">
        <div className="site-footer__bar">
          <p className="site-footer__tagline">{layout.tagline}</p>
          {layout.footer.length > 0 && (
            <nav className="site-footer__columns" aria-label={context.t(texts.footer)}>
              {layout.footer.map((column) => (
                <Column key={column.title} column={column} />
              ))}
            </nav>
          )}
        </div>
        <p className="site-footer__name">© {layout.shopName}</p>
      </div>
    </footer>
  );
}

function Column({ column }: { column: FooterColumn }) {
  return (
    <div>
      <h2 className="site-footer__title">{column.title}</h2>
      <ul className="site-footer__list">
        {column.entries.map((entry) => (
          <li key={entry.name}>{entry.href ? <a href={entry.href}>{entry.name}</a> : entry.name}</li>
        ))}
      </ul>
    </div>
  );
}
