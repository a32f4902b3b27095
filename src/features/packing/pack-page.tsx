import type { FastifyInstance } from 'fastify';
import { packingSlips } from '#features/documents/index.ts';
import { orderList } from '#features/orders/index.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { readMarkedRows } from '#platform/admin/lists/bulk/marked-rows.ts';
import type { RowsPage } from '#platform/admin/lists/list.ts';
import type { Shop } from '#platform/features/shop.ts';
import { consumeNotices } from '#platform/http/notices.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { getActor, isPermitted } from '#platform/sessions/actor.ts';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { Panel } from '#ui/admin/panels.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { TextInput } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { type LineToPack, listOrdersToPack, type OrderToPack } from './orders-to-pack.ts';
import { packingTexts as texts } from './texts.ts';

/** More orders than a person packs at once. */
const maxOrders = 100;
const noticeCodes = ['shipped', 'PACKED_ORDER_NOT_SHIPPED'] as const;

export const packPath = adminPath('orders/-/pack');

/**
 * Page with the selected orders, or all orders that match, as a checklist for a scanner, for ticking by hand, or to
 * print.
 */
export const packOrders: RowsPage = { text: texts.pack, path: packPath, requires: 'orders.write' };

export function registerPackPage(app: FastifyInstance, shop: Shop): void {
  const { t, db } = shop;
  app.get(packPath, { config: { requires: packOrders.requires } }, async (request, reply) => {
    const actor = await getActor(shop, request);
    const rows = await readMarkedRows(shop, orderList.name, { actor, url: request.url, max: maxOrders });
    if (!rows.ok) return reply.refuse(422, 'invalid_input', rows.problem);
    const orders = await listOrdersToPack(db, rows.ids);
    const query = request.url.slice(request.url.indexOf('?') + 1);
    const [notice] = consumeNotices(shop, request, reply, noticeCodes);
    const code = noticeCodes.find((each) => each === notice?.code);
    const printsSlips = orders.length > 0 && isPermitted(actor, packingSlips.requires);
    const body = (
      <AdminPage width="text">
        <PageHead
          title={t(texts.title)}
          lead={t(texts.lead, { count: orders.length })}
          back={{ href: rows.back, text: t(orderList.texts.title) }}
          actions={
            printsSlips && (
              <ButtonLink look="quiet" href={`${packingSlips.path}?${query}`} download="">
                {t(packingSlips.text)}
              </ButtonLink>
            )
          }
        />
        {code && <Notice kind={code === 'shipped' ? 'success' : 'error'}>{t(texts[code])}</Notice>}
        <Behaviour of="packing/admin/pack">
          <Scan shop={shop} />
          {orders.map((order) => (
            <PackedOrder key={order.id} {...{ shop, order, query }} />
          ))}
        </Behaviour>
      </AdminPage>
    );
    return renderPrivatePage(shop, request, reply, { layout: 'admin', title: t(texts.title), body });
  });
}

/** Form for scanned codes. Only shown when the script runs that reads them. */
function Scan({ shop: { t } }: { readonly shop: Shop }) {
  return (
    <form className="pack-scan when-script" data-scan="" data-unknown={t(texts.unknown)} hidden>
      <Field id="scan" label={t(texts.scan)} hint={t(texts.scanHint)}>
        {(control) => <TextInput {...control} name="code" maxLength={200} autoComplete="off" />}
      </Field>
      <p role="status" data-scan-result="" />
    </form>
  );
}

interface PackedOrderProps {
  readonly shop: Shop;
  readonly order: OrderToPack;
  readonly query: string;
}

function PackedOrder({ shop, order, query }: PackedOrderProps) {
  const { t } = shop;
  const { id, number, name, delivery, note, lines } = order;
  return (
    <div className="pack" data-order={number} data-complete={t(texts.complete, { number })}>
      <Panel
        id={`order-${id}`}
        title={t(texts.order, { number })}
        foot={
          <form className="pack__ship" method="post" action={packPath}>
            <input type="hidden" name="order" value={id} />
            <input type="hidden" name="rows" value={query} />
            <Field id={`carrier-${id}`} label={t(texts.carrier)}>
              {(control) => <TextInput {...control} name="carrier" maxLength={100} data-carrier="" />}
            </Field>
            <Field id={`tracking-${id}`} label={t(texts.tracking)}>
              {(control) => (
                <TextInput {...control} name="tracking" maxLength={100} autoComplete="off" data-tracking="" />
              )}
            </Field>
            <Button look="quiet">{t(texts.ship, { number })}</Button>
          </form>
        }
      >
        <p>{[name, delivery].filter(Boolean).join(', ')}</p>
        {note !== '' && <p className="pack__note">{note}</p>}
        <ul className="pack__lines">
          {lines.map((line) => (
            <PackedLine key={line.id} {...{ shop, line }} />
          ))}
        </ul>
      </Panel>
    </div>
  );
}

function PackedLine({ shop: { t }, line }: { readonly shop: Shop; readonly line: LineToPack }) {
  const { id, name, sku, gtin, left } = line;
  const details = [
    ...line.options.map(({ name: option, value }) => `${option}: ${value}`),
    ...line.addons.map(({ label, value }) => `${label}: ${value}`),
  ];
  return (
    <li>
      <label className="pack__line">
        <input
          type="checkbox"
          data-line={id}
          data-units={left}
          data-codes={JSON.stringify([sku, gtin].filter((code) => code !== null))}
          data-done={t(texts.done, { item: name, quantity: left })}
        />
        <span>
          <strong>{t(texts.units, { quantity: left })}</strong> {name} {sku !== null && <code>{sku}</code>}
          {details.length > 0 && <small>{details.join(', ')}</small>}
        </span>
        {left > 1 && <span className="pack__count" data-count={t(texts.packed, { quantity: left })} />}
      </label>
    </li>
  );
}
