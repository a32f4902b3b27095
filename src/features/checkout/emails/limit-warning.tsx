import type { ReactElement } from 'react';
import { Body, CodeInline, Column, Container, Head, Heading, Html, Row, Section, Text } from 'react-email';
import type { Shop } from '#platform/features/shop.ts';
import type { Text as Message } from '#platform/texts/texts.ts';
import type { RefusalKind } from '../place/order-limits.ts';
import { checkoutTexts as texts } from '../texts.ts';

/** Number of orders that one limit refused. */
export interface RefusalCount {
  readonly kind: RefusalKind;
  readonly count: number;
}

const names: Readonly<Record<RefusalKind, Message>> = {
  visitor: texts.refusedByVisitor,
  address: texts.refusedByAddress,
  email: texts.refusedByEmail,
  domain: texts.refusedByDomain,
  all: texts.refusedByAll,
  'visitor-quantity': texts.refusedByVisitorItems,
  'visitor-share': texts.refusedByVisitorShare,
  'unconfirmed-share': texts.refusedByUnconfirmedShare,
};

/** Path of each limit's setting in `shop.config.ts`. */
const settingPaths: Readonly<Record<RefusalKind, string>> = {
  visitor: 'checkout.ordersPerHour.visitor',
  address: 'checkout.ordersPerHour.address',
  email: 'checkout.ordersPerHour.email',
  domain: 'checkout.ordersPerHour.domain',
  all: 'checkout.ordersPerHour.all',
  'visitor-quantity': 'orders.maxReserved.visitorQuantity',
  'visitor-share': 'orders.maxReserved.visitorPercent',
  'unconfirmed-share': 'orders.maxReserved.unconfirmedPercent',
};

const cell = { fontSize: '16px', lineHeight: '24px', padding: '4px 0', verticalAlign: 'top' };

/** Composes the e-mail that tells the owner which limits refuse orders, and what to do. */
export function composeLimitWarning(
  { t, choices }: Shop,
  since: Date,
  refusals: readonly RefusalCount[],
): { readonly subject: string; readonly element: ReactElement } {
  const title = t(texts.limitWarningSubject, { shop: choices.name });
  const element = (
    <Html lang={choices.locale}>
      <Head />
      <Body style={{ fontFamily: "'Helvetica Neue', Helvetica, Arial, sans-serif" }}>
        <Container style={{ padding: '32px', maxWidth: '600px' }}>
          <Heading as="h1" style={{ fontSize: '24px' }}>
            {title}
          </Heading>
          <Text style={cell}>{t(texts.limitWarning, { since })}</Text>
          <Section>
            {refusals.map(({ kind, count }) => (
              <Row key={kind}>
                <Column style={{ ...cell, width: '64px' }}>{t(texts.refusedTimes, { count })}</Column>
                <Column style={cell}>
                  {t(names[kind])} <CodeInline>{settingPaths[kind]}</CodeInline>
                </Column>
              </Row>
            ))}
          </Section>
          <Text style={cell}>{t(texts.limitWarningToDo)}</Text>
          <Text style={cell}>
            <CodeInline>npm run shop -- orders list --status on-hold</CodeInline>
          </Text>
          <Text style={cell}>{t(texts.limitWarningSettings)}</Text>
        </Container>
      </Body>
    </Html>
  );
  return { subject: title, element };
}
