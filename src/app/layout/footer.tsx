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
            {layout.footer.map((column, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
              <Column key={index} column={column} />
            ))}
          </nav>
        )}
      </div>
      <div className="site-footer__end">
        <p>© {layout.shopName}</p>
        <a href="#top">{context.t(texts.backToTop)}</a>
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

function Column({ column: { title, href, parts, menuId } }: { column: FooterColumn }) {
  return (
    <div data-entry={menuId}>
      {title !== '' && <h2 className="site-footer__title">{href ? <a href={href}>{title}</a> : title}</h2>}
      <FooterParts parts={parts} />
    </div>
  );
}

/** Renders consecutive lines as one list, between blocks of HTML. */
function FooterParts({ parts }: Pick<FooterColumn, 'parts'>) {
  const split = parts.findIndex(({ kind }) => kind === 'html');
  const lines = split < 0 ? parts : parts.slice(0, split);
  const block = parts[split];
  return (
    <>
      {lines.length > 0 && (
        <ul className="site-footer__list">
          {lines.map((part, index) =>
            'name' in part ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
              <li key={index}>
                {part.kind === 'link' && <a href={part.href}>{part.name}</a>}
                {part.kind === 'heading' && <strong>{part.name}</strong>}
                {part.kind === 'text' && part.name}
              </li>
            ) : null,
          )}
        </ul>
      )}
      {block?.kind === 'html' && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React, which escapes values
        <div data-entry={block.entry} dangerouslySetInnerHTML={{ __html: block.html }} />
      )}
      {block && <FooterParts parts={parts.slice(split + 1)} />}
    </>
  );
}
