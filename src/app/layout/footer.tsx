import type { RenderContext } from '#platform/pages/render-context.ts';
import { texts } from '../texts.ts';
import type { FooterColumn, KeepPart, LayoutData } from './layout-data.ts';

interface FooterProps {
  readonly context: Pick<RenderContext, 't'>;
  readonly layout: LayoutData;
}

export function Footer({ context, layout, keep }: FooterProps & { readonly keep: KeepPart }) {
  const html = keep('layout:footer', <FooterContent context={context} layout={layout} />);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
  return <footer className="site-footer" dangerouslySetInnerHTML={{ __html: html }} />;
}

function FooterContent({ context, layout }: FooterProps) {
  return (
    <div className="wrap">
      <div className="site-footer__bar">
        <div className="stack">
          <p className="site-footer__tagline">{layout.tagline}</p>
          {layout.social.length > 0 && (
            <nav aria-label={context.t(texts.footerSocial)}>
              <ul className="site-footer__social">
                {layout.social.map(({ name, href }) => (
                  <li key={href}>
                    <a href={href} rel="me noopener">
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
        {layout.footer.length > 0 && (
          <nav className="site-footer__columns" aria-label={context.t(texts.footer)}>
            {layout.footer.map((column) => (
              <Column key={column.title} column={column} />
            ))}
          </nav>
        )}
      </div>
      <div className="site-footer__end">
        <p>© {layout.shopName}</p>
        {layout.paymentMarks.length > 0 && (
          <ul className="site-footer__marks" aria-label={context.t(texts.footerPayment)}>
            {layout.paymentMarks.map((mark) => (
              <li key={mark}>{mark}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
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
