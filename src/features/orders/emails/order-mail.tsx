import type { ReactNode } from 'react';
import { Body, Button, Column, Container, Head, Heading, Hr, Html, Preview, Row, Section, Text } from 'react-email';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { orderPath } from '../contract.ts';
import { formatLineOptions, formatOrderTotals, getPurchaseNote, getShownLineTotal } from '../format-order.ts';
import type { Order } from '../order.ts';
import { orderTexts as texts } from '../texts.ts';

export interface OrderMailProps {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly order: Order;
}

// Styles are inline, since e-mail programs ignore style sheets.
const textColor = '#211c17';
const mutedColor = '#6a6056';
const accentColor = '#97502f';
const body = {
  backgroundColor: '#f7f3ec',
  color: textColor,
  fontFamily: "'Helvetica Neue', Helvetica, Arial, sans-serif",
  margin: 0,
};
const container = { backgroundColor: '#fffdf9', padding: '32px', maxWidth: '600px' };
const heading = { fontFamily: 'Georgia, serif', fontSize: '24px', fontWeight: 400, margin: '0 0 16px' };
const sectionHeading = { fontFamily: 'Georgia, serif', fontSize: '18px', fontWeight: 400, margin: '24px 0 8px' };
const paragraph = { fontSize: '16px', lineHeight: '24px', margin: '0 0 16px' };
const smallText = { fontSize: '14px', lineHeight: '20px', margin: '4px 0', color: mutedColor };
const cell = { fontSize: '16px', lineHeight: '24px', margin: '4px 0' };
const amountCell = { ...cell, textAlign: 'right' as const, whiteSpace: 'nowrap' as const };
const buttonStyle = {
  backgroundColor: accentColor,
  color: '#ffffff',
  padding: '12px 20px',
  fontSize: '16px',
  borderRadius: '2px',
  textDecoration: 'none',
};

interface OrderMailLayoutProps extends OrderMailProps {
  /** Defaults to the order number. */
  readonly title?: string;
  readonly lead: ReactNode;
  /** Defaults to a link to the order page. */
  readonly action?: { readonly text: string; readonly href: string };
  readonly children?: ReactNode;
  /** Shown below the button. */
  readonly after?: ReactNode;
}

/** Layout of every order e-mail: greeting, lead, button and the shop's address. */
export function OrderMailLayout({ shop, context, order, title, lead, action, children, after }: OrderMailLayoutProps) {
  const { t, price, absolute, locale } = context;
  const { number, total, currency, billing } = order;
  const button = action ?? { text: t(texts.viewOrder), href: absolute(orderPath(order.token)) };
  return (
    <Html lang={locale}>
      <Head />
      <Preview>{t(texts.mailPreview, { number, total: price({ amount: total, currency }) })}</Preview>
      <Body style={body}>
        <Container style={container}>
          <Heading as="h1" style={heading}>
            {title ?? t(texts.orderTitle, { number })}
          </Heading>
          <Text style={paragraph}>
            {billing ? t(texts.hello, { name: billing.first_name }) : t(texts.helloWithoutName)}
          </Text>
          <Text style={paragraph}>{lead}</Text>
          {children}
          <Section style={{ margin: '24px 0' }}>
            <Button href={button.href} style={buttonStyle}>
              {button.text}
            </Button>
          </Section>
          {after}
          <Hr />
          <Text style={smallText}>{[shop.choices.name, ...shop.choices.address].join(', ')}</Text>
          <Text style={smallText}>{shop.choices.email}</Text>
        </Container>
      </Body>
    </Html>
  );
}

export function Paragraph({ children }: { readonly children: ReactNode }) {
  return <Text style={paragraph}>{children}</Text>;
}

export function SmallText({ children }: { readonly children: ReactNode }) {
  return <Text style={smallText}>{children}</Text>;
}

export function MailFacts({
  title,
  lead,
  facts,
}: {
  readonly title: string;
  readonly lead?: string | null;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
}) {
  return (
    <Section>
      <Heading as="h2" style={sectionHeading}>
        {title}
      </Heading>
      {lead && <Paragraph>{lead}</Paragraph>}
      {facts.map(({ label, value }) => (
        <Row key={label}>
          <Column style={{ ...cell, color: mutedColor, width: '40%' }}>{label}</Column>
          <Column style={cell}>{value}</Column>
        </Row>
      ))}
    </Section>
  );
}

function PurchaseNote({ context, html }: Pick<OrderMailProps, 'context'> & { readonly html: string | null }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the shop's text, sanitized when saved
  return html && <div style={smallText} dangerouslySetInnerHTML={{ __html: makeLinksAbsolute(context, html) }} />;
}

/** Makes relative links absolute: an e-mail has no base address. */
function makeLinksAbsolute({ absolute }: RenderContext, html: string): string {
  return html.replace(/ (href|src)="(?![a-z][a-z0-9+.-]*:)([^"]*)"/gi, (whole, name, address) => {
    const url = URL.parse(address, absolute('/'));
    return url ? ` ${name}="${url.href}"` : whole;
  });
}

export function MailItems({ context, order }: Pick<OrderMailProps, 'context' | 'order'>) {
  const { t, price } = context;
  const amount = (value: number) => price({ amount: value, currency: order.currency });
  return (
    <Section>
      <Heading as="h2" style={sectionHeading}>
        {t(texts.orderSummary)}
      </Heading>
      {order.lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of an order never move
        <Row key={index}>
          <Column style={cell}>
            {line.name} {t(texts.times, { quantity: line.quantity })}
            {formatLineOptions(context, order, line).map((note) => (
              <Text key={note} style={smallText}>
                {note}
              </Text>
            ))}
            <PurchaseNote context={context} html={getPurchaseNote(order, line)} />
          </Column>
          <Column style={{ ...amountCell, verticalAlign: 'top' }}>
            {amount(getShownLineTotal(context, order, line))}
          </Column>
        </Row>
      ))}
      <Hr />
      {formatOrderTotals(context, order).map(({ label, value, isGrandTotal }) => (
        <Row key={label}>
          <Column style={isGrandTotal ? { ...cell, fontWeight: 700 } : cell}>{label}</Column>
          <Column style={isGrandTotal ? { ...amountCell, fontWeight: 700 } : amountCell}>{value}</Column>
        </Row>
      ))}
    </Section>
  );
}
