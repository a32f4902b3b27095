import { type CSSProperties, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { decodeEntities } from '#platform/texts/plain-text.ts';
import {
  type MailBlock,
  type MailContent,
  type MailFact,
  type MailImage,
  type MailRow,
  type MailSender,
  makeLinkAbsolute,
} from './mail-content.ts';
import type { MailColors, MailTheme } from './mail-theme.ts';

type Styles = ReturnType<typeof createStyles>;

interface PartProps {
  readonly sender: MailSender;
  readonly styles: Styles;
}

const sansSerif = "'Helvetica Neue', Helvetica, Arial, sans-serif";
const families = { serif: "Georgia, 'Times New Roman', serif", 'sans-serif': sansSerif };

export function createHtmlRenderer(theme: MailTheme): (sender: MailSender, content: MailContent) => string {
  const styles = createStyles(theme);
  const sheet = createStyleSheet(theme);
  return (sender, content) =>
    `<!DOCTYPE html>${renderToStaticMarkup(<MailLayout sender={sender} content={content} styles={styles} sheet={sheet} />)}`;
}

/** Creates the styles with light colours. They are inline, since some mail programs ignore style sheets. */
function createStyles({ light, headings, radius }: MailTheme) {
  const text = { fontFamily: sansSerif, fontSize: '16px', lineHeight: '24px', color: light.ink };
  const heading = { ...text, fontFamily: families[headings.family], fontWeight: headings.weight };
  const cell = { ...text, padding: '4px 16px 4px 0', textAlign: 'start', verticalAlign: 'top' } as const;
  const amount = { ...cell, paddingRight: 0, textAlign: 'end', whiteSpace: 'nowrap' } as const;
  const line = { borderTop: `1px solid ${light.hairline}` };
  return {
    page: { backgroundColor: light.paper, margin: 0, padding: 0 },
    around: { padding: '24px 0' },
    card: { backgroundColor: light.raised, maxWidth: '600px' },
    // Addresses and names may contain words that are wider than a phone.
    content: { padding: '32px 24px', overflowWrap: 'anywhere', wordBreak: 'break-word' },
    preview: { display: 'none', maxHeight: 0, overflow: 'hidden' },
    mark: { ...heading, fontSize: '20px', lineHeight: '28px', margin: '0 0 24px' },
    // Styles of the alternative text, which mail programs show when they load no pictures.
    logo: { ...heading, display: 'block', fontSize: '20px', lineHeight: '28px', border: 0 },
    picture: { ...cell, width: '64px' },
    photograph: { display: 'block', border: 0, backgroundColor: light.paper },
    title: { ...heading, fontSize: '24px', lineHeight: '32px', margin: '0 0 16px' },
    heading: { ...heading, fontSize: '18px', lineHeight: '24px', margin: '24px 0 8px' },
    paragraph: { ...text, margin: '0 0 16px' },
    small: { ...text, fontSize: '14px', lineHeight: '20px', margin: '4px 0', color: light.muted },
    code: { ...text, fontFamily: 'Menlo, Consolas, monospace', fontSize: '14px', margin: '0 0 16px' },
    link: { color: light.clay },
    actions: { margin: '24px 0' },
    button: {
      ...{ display: 'inline-block', padding: '12px 20px', borderRadius: radius, textDecoration: 'none' },
      ...{ ...text, backgroundColor: light.clay, color: light['on-clay'] },
    },
    facts: { margin: '0 0 16px' },
    label: { ...cell, width: '40%', color: light.muted },
    cell,
    amount,
    suffix: { whiteSpace: 'nowrap' },
    strong: { ...cell, fontWeight: 700 },
    strongAmount: { ...amount, fontWeight: 700 },
    line: { ...line, margin: '8px 0' },
    footer: { ...line, marginTop: '32px', paddingTop: '12px' },
  } satisfies Record<string, CSSProperties>;
}

/**
 * Creates the style sheet with dark colours and the colours of links in rich text. Classes are named after tokens.
 */
function createStyleSheet({ light, dark }: MailTheme): string {
  const important = (property: string, color: keyof MailColors) => `${property}:${dark[color]}!important`;
  return [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    `.mail-rich a{color:${light.clay}}.mail-rich p{margin:0 0 8px}`,
    '@media (prefers-color-scheme:dark){',
    `.mail-paper{${important('background-color', 'paper')}}`,
    `.mail-raised{${important('background-color', 'raised')}}`,
    `.mail-ink{${important('color', 'ink')}}`,
    `.mail-muted{${important('color', 'muted')}}`,
    `.mail-link,.mail-rich a{${important('color', 'clay')}}`,
    // A JPEG logo is white where it should be transparent, so it has a white background in dark mode.
    '.mail-logo{padding:8px 12px;background-color:#ffffff}',
    `.mail-button{${important('background-color', 'clay')};${important('color', 'on-clay')}}`,
    `.mail-line{${important('border-color', 'hairline')}}`,
    '}',
  ].join('');
}

function MailLayout({
  sender,
  content: { title, preview, blocks },
  styles,
  sheet,
}: PartProps & { readonly content: MailContent; readonly sheet: string }) {
  return (
    <html lang={sender.locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of the theme's colours alone */}
        <style dangerouslySetInnerHTML={{ __html: sheet }} />
      </head>
      <body className="mail-paper" style={styles.page}>
        {preview !== undefined && <div style={styles.preview}>{preview}</div>}
        <table role="presentation" className="mail-paper" width="100%" cellPadding={0} cellSpacing={0}>
          <tbody>
            <tr>
              <td align="center" style={styles.around}>
                <table
                  role="presentation"
                  className="mail-raised"
                  width="100%"
                  cellPadding={0}
                  cellSpacing={0}
                  style={styles.card}
                >
                  <tbody>
                    <tr>
                      <td style={styles.content}>
                        <Wordmark sender={sender} styles={styles} />
                        <h1 className="mail-ink" style={styles.title}>
                          {title}
                        </h1>
                        {blocks.map((block, index) => (
                          // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a mail never move
                          <Block key={index} sender={sender} styles={styles} block={block} />
                        ))}
                        <Footer sender={sender} styles={styles} />
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}

function Wordmark({ sender, styles }: PartProps) {
  const { logo, name } = sender;
  return (
    <p className="mail-ink" style={styles.mark}>
      {logo ? (
        <img
          src={makeLinkAbsolute(sender, logo.src)}
          width={logo.width}
          height={logo.height}
          alt={name}
          // Low priority keeps React from preloading the picture, which no mail needs.
          fetchPriority="low"
          className="mail-logo"
          style={styles.logo}
        />
      ) : (
        name
      )}
    </p>
  );
}

function Footer({ sender, styles }: PartProps) {
  return (
    <div className="mail-line" style={styles.footer}>
      {sender.lines.map((line) => (
        <p key={line} className="mail-muted" style={styles.small}>
          {line}
        </p>
      ))}
    </div>
  );
}

/** Keeps line breaks, such as those of a shopper's note or an address: not all mail programs support `pre-line`. */
export function renderLines(text: string) {
  return text.split('\n').map((each, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
    <Fragment key={index}>
      {index > 0 && <br />}
      {each}
    </Fragment>
  ));
}

/** Matches a price or quantity at the end: `(+€9.00)`, `× 2`. Browsers would break the line before its currency. */
const suffixPattern = /(?:\(\+[^()]{1,24}\)|× \S{1,9})$/;

function renderSuffixed(text: string, styles: Styles) {
  const [suffix] = suffixPattern.exec(text) ?? [];
  if (suffix === undefined) return text;
  return (
    <>
      {text.slice(0, -suffix.length)}
      <span style={styles.suffix}>{suffix}</span>
    </>
  );
}

function Block({ block, ...parts }: PartProps & { readonly block: MailBlock }) {
  const { sender, styles } = parts;
  switch (block.kind) {
    case 'heading':
      return (
        <h2 className="mail-ink" style={styles.heading}>
          {block.text}
        </h2>
      );
    case 'button':
      return (
        <div style={styles.actions}>
          <a className="mail-button" href={makeLinkAbsolute(sender, block.href)} style={styles.button}>
            {block.text}
          </a>
        </div>
      );
    case 'link':
      return (
        <p style={styles.paragraph}>
          <a className="mail-link" href={makeLinkAbsolute(sender, block.href)} style={styles.link}>
            {block.text}
          </a>
        </p>
      );
    case 'line':
      return <div className="mail-line" style={styles.line} />;
    case 'facts':
      return <Facts {...parts} facts={block.facts} />;
    case 'rows':
      return <Rows {...parts} rows={block.rows} />;
    default:
      return (
        <p className={block.kind === 'small' ? 'mail-muted' : 'mail-ink'} style={styles[block.kind]}>
          {renderLines(block.text)}
        </p>
      );
  }
}

function Facts({ styles, facts }: PartProps & { readonly facts: readonly MailFact[] }) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={styles.facts}>
      <tbody>
        {facts.map(({ label, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: facts of a mail never move
          <tr key={index}>
            <td className="mail-muted" style={styles.label}>
              {label}
            </td>
            <td className="mail-ink" style={styles.cell}>
              {renderLines(value)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Rows({ sender, styles, rows }: PartProps & { readonly rows: readonly MailRow[] }) {
  const hasImages = rows.some(({ image }) => image);
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0}>
      <tbody>
        {rows.map(({ text, image, amount, notes = [], html, isStrong = false }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a mail never move
          <tr key={index}>
            {hasImages && (
              <td width={photographWidth} style={styles.picture}>
                {image && <Photograph sender={sender} styles={styles} image={image} />}
              </td>
            )}
            <td className="mail-ink" style={isStrong ? styles.strong : styles.cell}>
              {renderSuffixed(text, styles)}
              {notes.map((note) => (
                <p key={note} className="mail-muted" style={styles.small}>
                  {renderSuffixed(note, styles)}
                </p>
              ))}
              {html && <RichText sender={sender} styles={styles} html={html} />}
            </td>
            <td className="mail-ink" style={isStrong ? styles.strongAmount : styles.amount}>
              {amount}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const photographWidth = 64;

/** The photograph has an empty alternative text, because the text beside it says the same. */
function Photograph({ sender, styles, image }: PartProps & { readonly image: MailImage }) {
  const height = Math.round((photographWidth * image.height) / image.width);
  return (
    <img
      src={makeLinkAbsolute(sender, image.src)}
      width={photographWidth}
      height={height}
      alt=""
      fetchPriority="low"
      style={styles.photograph}
    />
  );
}

function RichText({ sender, styles, html }: PartProps & { readonly html: string }) {
  const linked = html.replace(/ (href|src)="([^"]*)"/g, (_, name: string, href: string) => {
    const address = makeLinkAbsolute(sender, decodeEntities(href));
    return ` ${name}="${address.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
  });
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when it was saved
  return <div className="mail-rich mail-muted" style={styles.small} dangerouslySetInnerHTML={{ __html: linked }} />;
}
