import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import { defineMutation, type Refusal } from '#platform/mutations/mutation.ts';
import { Button } from '#ui/button.tsx';
import { endSessionPath, sessionsPath } from '../contract.ts';
import { accountErrors } from '../errors.ts';
import { showAccountPage } from '../pages/require-customer.ts';
import { AccountLayout, readAccountNotices } from '../parts/account-layout.tsx';
import { accountTexts as texts } from '../texts.ts';
import { describeDevice } from './device.ts';
import { endSession, endSessions, listSessions, type SessionEntry } from './session-rows.ts';

/** Replaces the id in the path to address all sessions but the current one. */
const others = 'others';

export function registerSessionsPage(app: FastifyInstance, shop: Shop): void {
  app.get(sessionsPath, (request, reply) =>
    showAccountPage(shop, request, reply, async ({ id }) => {
      const sessions = await listSessions(shop.db, id, shop.clock.now());
      const title = shop.t(texts.sessions);
      const notices = readAccountNotices(shop, request, reply);
      const currentId = request.accountSession?.sessionId ?? '';
      const body = (
        <AccountLayout
          shop={shop}
          path={sessionsPath}
          title={title}
          lead={shop.t(texts.sessionsLead)}
          notices={notices}
        >
          <ul className="account-list">
            {sessions.map((session) => (
              <SessionItem key={session.id} shop={shop} session={session} isCurrent={session.id === currentId} />
            ))}
          </ul>
          {sessions.length > 1 && (
            <form method="post" action={endSessionPath(others)}>
              <Button look="quiet">{shop.t(texts.endOthers)}</Button>
            </form>
          )}
        </AccountLayout>
      );
      return { title, body };
    }),
  );
}

interface SessionItemProps {
  readonly shop: Shop;
  readonly session: SessionEntry;
  readonly isCurrent: boolean;
}

function SessionItem({ shop: { t }, session: { id, userAgent, createdAt, seenAt }, isCurrent }: SessionItemProps) {
  const device = describeDevice(userAgent) ?? t(texts.unknownDevice);
  return (
    <li className="account-list__item">
      <div>
        <p>
          <strong>{device}</strong> {isCurrent && <span className="flag">{t(texts.thisDevice)}</span>}
        </p>
        <p className="account__muted">{t(texts.signedInAt, { at: createdAt, seen: seenAt })}</p>
      </div>
      {!isCurrent && (
        <form method="post" action={endSessionPath(id)}>
          <Button look="text" aria-label={t(texts.endSessionOf, { device })}>
            {t(texts.endSession)}
          </Button>
        </form>
      )}
    </li>
  );
}

type EndResult = { readonly ok: true; readonly isAll: boolean } | Refusal<'not_found'>;

export const endSessionMutation = defineMutation({
  name: 'accounts.end-session',
  description: 'Signs out another device of the customer, or all others.',
  schema: z.unknown(),
  requiresCustomer: { returnTo: sessionsPath },
  errors: accountErrors,
  run: async ({ shop, request, customer }): Promise<EndResult> => {
    const { id } = request.params as { id: string };
    if (id === others) {
      await endSessions(shop.db, customer.id, request.accountSession?.sessionId ?? null);
      return { ok: true, isAll: true };
    }
    const isKnown = z.uuid().safeParse(id).success && (await endSession(shop.db, customer.id, id));
    return isKnown ? { ok: true, isAll: false } : { ok: false, code: 'not_found' };
  },
  form: {
    path: endSessionPath(':id'),
    success: (_, { isAll }) => ({
      redirectTo: sessionsPath,
      notices: [{ code: isAll ? 'sessionsEnded' : 'sessionEnded' }],
    }),
  },
});
