import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AccountLayout, type AccountPage, accountErrors, showAccountPage } from '#features/accounts/index.ts';
import { variationPath } from '#features/catalog/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { consumeNotices } from '#platform/http/notices.ts';
import { defineMutation } from '#platform/mutations/mutation.ts';
import { Button } from '#ui/button.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { accountAlertsPath } from '../contract.ts';
import { endAlert } from '../end-alert.ts';
import { formatTarget } from '../find-target.ts';
import { type AlertEntry, listAlerts } from '../read-alerts.ts';
import { stockAlertTexts as texts } from '../texts.ts';

/** Fills the port of account pages. */
export const accountAlerts: AccountPage = { path: accountAlertsPath, text: texts.accountTitle };

export function registerAccountAlerts(app: FastifyInstance, shop: Shop): void {
  app.get(accountAlertsPath, (request, reply) =>
    showAccountPage(shop, request, reply, async ({ id }) => {
      const alerts = await listAlerts(shop, id);
      const notices = consumeNotices(shop, request, reply, ['accountStopped']).map(({ code }) => shop.t(texts[code]));
      const title = shop.t(texts.accountTitle);
      const lead = shop.t(alerts.length === 0 ? texts.accountNone : texts.accountLead);
      const body = (
        <AccountLayout {...{ shop, path: accountAlertsPath, title, lead, notices }}>
          <ul className="account-list">
            {alerts.map((alert) => (
              <AlertRow key={alert.id} shop={shop} alert={alert} />
            ))}
          </ul>
        </AccountLayout>
      );
      return { title, body };
    }),
  );
}

function AlertRow({ shop: { t }, alert }: { readonly shop: Shop; readonly alert: AlertEntry }) {
  const { id, slug, variationId, productId } = alert;
  const product = formatTarget(alert);
  const href = slug === null ? null : variationPath(slug, variationId === productId ? null : variationId);
  return (
    <li className="account-list__item">
      <div>
        <p>{href === null ? product : <a href={href}>{product}</a>}</p>
        <p className="account__muted">{describeState(t, alert)}</p>
      </div>
      <form method="post" action={accountAlertsPath}>
        <input type="hidden" name="alert" value={id} />
        <Button look="text">
          <span aria-hidden="true">{t(texts.accountStop)}</span>
          <VisuallyHidden>{t(texts.accountStopOf, { product })}</VisuallyHidden>
        </Button>
      </form>
    </li>
  );
}

function describeState(t: Shop['t'], { state, kind, place }: AlertEntry): string {
  if (state === 'unconfirmed') return t(texts.stateUnconfirmed);
  if (state === 'mailed') return t(texts.stateMailed);
  return kind === 'price' ? t(texts.stateWaitingPrice) : t(texts.stateWaiting, { place: place ?? 1 });
}

/** Ends an alert of the signed-in customer, but none of other customers. */
export const endOwnAlertMutation = defineMutation({
  name: 'stock-alerts.end-own-alert',
  description: 'Ends an alert of the customer who is signed in.',
  schema: z.object({ alert: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  requiresCustomer: { returnTo: accountAlertsPath },
  errors: accountErrors,
  run: async ({ shop, customer }, { alert }) => {
    await inTransaction(shop.db, (tx) => endAlert(shop, tx, alert, 'unsubscribed', customer.id));
    return { ok: true } as const;
  },
  form: {
    path: accountAlertsPath,
    success: () => ({ redirectTo: accountAlertsPath, notices: [{ code: 'accountStopped' }] }),
  },
});
