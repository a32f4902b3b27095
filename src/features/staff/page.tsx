import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReactNode } from 'react';
import type { Shop } from '#platform/features/shop.ts';
import { consumeNotices } from '#platform/http/notices.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { Notice } from '#ui/notice.tsx';
import { staffTexts as texts } from './texts.ts';

const noticeCodes = [
  ...['invited', 'takenBack', 'roleGiven', 'removed', 'sessionsEnded', 'factorReset'],
  ...['roleSaved', 'roleCreated', 'roleDeleted'],
] as const as readonly (
  | 'invited'
  | 'takenBack'
  | 'roleGiven'
  | 'removed'
  | 'sessionsEnded'
  | 'factorReset'
  | 'roleSaved'
  | 'roleCreated'
  | 'roleDeleted'
)[];

export function readStaffNotices(shop: Shop, request: FastifyRequest, reply: FastifyReply): readonly string[] {
  return consumeNotices(shop, request, reply, noticeCodes).map(({ code }) => shop.t(texts[code]));
}

interface StaffPage {
  readonly title: string;
  readonly width?: 'full' | 'record' | 'text';
  readonly back?: { readonly href: string; readonly text: string };
  readonly lead?: ReactNode;
  readonly states?: ReactNode;
  readonly actions?: ReactNode;
  readonly notices?: readonly string[];
  readonly refusal?: string | null;
  readonly children: ReactNode;
}

/** Creates a page of this feature: heading, notices or the reason of a refusal, content. */
export function createStaffPage({ width, notices = [], refusal = null, children, ...head }: StaffPage): PrivateView {
  const body = (
    <AdminPage width={width}>
      <PageHead {...head} />
      {notices.map((text) => (
        <Notice kind="success" autoFocus key={text}>
          {text}
        </Notice>
      ))}
      <Notice kind="error" autoFocus>
        {refusal}
      </Notice>
      {children}
    </AdminPage>
  );
  return { layout: 'admin', title: head.title, body };
}
