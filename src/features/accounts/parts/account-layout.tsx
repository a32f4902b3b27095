import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReactNode } from 'react';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import { consumeNotices } from '#platform/http/notices.ts';
import type { Text } from '#platform/texts/texts.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { accountPath, addressesPath, detailsPath, ordersPath, sessionsPath, signOutPath } from '../contract.ts';
import { accountTexts as texts } from '../texts.ts';

export const accountStyles = 'src/features/accounts/account.page.css' as const;

const noticeCodes = [
  'merged',
  'welcome',
  'passwordSaved',
  'nameSaved',
  'emailAsked',
  'emailSaved',
  'addressSaved',
  'addressRemoved',
  'sessionEnded',
  'sessionsEnded',
] as const;

/** Returns the notices that the last form has left, and removes them. */
export function readAccountNotices(shop: Shop, request: FastifyRequest, reply: FastifyReply): readonly string[] {
  return consumeNotices(shop, request, reply, noticeCodes).map(({ code, count = 0 }) => shop.t(texts[code], { count }));
}

/** A page of the account that another feature adds, for the navigation. */
export interface AccountPage {
  readonly path: string;
  readonly text: Text;
}

/** Pages in the order of the wiring, after the account's own. */
export const accountPages = definePort<AccountPage>('accounts.pages');

interface AccountLayoutProps {
  readonly shop: Shop;
  readonly path: string;
  readonly title: string;
  readonly lead?: string;
  readonly notices?: readonly string[];
  readonly children: ReactNode;
}

export function AccountLayout({ shop, path, title, lead, notices = [], children }: AccountLayoutProps) {
  const { t } = shop;
  const entries = [
    { text: texts.overview, href: accountPath },
    { text: texts.orders, href: ordersPath },
    { text: texts.addresses, href: addressesPath },
    { text: texts.details, href: detailsPath },
    { text: texts.sessions, href: sessionsPath },
    ...shop.implementations(accountPages).map(({ text, path: href }) => ({ text, href })),
  ];
  return (
    <div className="wrap account">
      <nav className="account__nav" aria-label={t(texts.accountNav)}>
        <details className="account__fold">
          <summary>
            {t(entries.find(({ href }) => href === path)?.text ?? texts.accountNav)}
            <span className="fold-arrow" aria-hidden="true" />
          </summary>
        </details>
        {/* Outside of `details`: not every browser lets a wide screen open it without JavaScript. */}
        <ul className="account__links">
          {entries.map(({ text, href }) => (
            <li key={href}>
              <a href={href} aria-current={href === path ? 'page' : undefined}>
                {t(text)}
              </a>
            </li>
          ))}
          <li>
            <form method="post" action={signOutPath}>
              <Button look="text">{t(texts.signOut)}</Button>
            </form>
          </li>
        </ul>
      </nav>
      <div className="account__main">
        <header className="page-head page-head--small">
          <h1>{title}</h1>
          {lead !== undefined && <p className="lead">{lead}</p>}
        </header>
        {notices.length > 0 && (
          <div className="stack account__notices">
            {notices.map((notice, index) => (
              <Notice key={notice} kind="success" autoFocus={index === 0}>
                {notice}
              </Notice>
            ))}
          </div>
        )}
        {children}
      </div>
    </div>
  );
}
