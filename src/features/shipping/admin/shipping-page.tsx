import type { FastifyInstance } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import { consumeNotices, type Notice } from '#platform/http/notices.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { getActor, isPermitted } from '#platform/sessions/actor.ts';
import { getCountryName } from '#platform/texts/formats.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { DataTable } from '#ui/admin/data-table.tsx';
import { ListState } from '#ui/admin/list-state.tsx';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { Panel } from '#ui/admin/panels.tsx';
import { Toast } from '#ui/admin/toast.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { describeMethod } from '../commands/method-commands.ts';
import { describePlaces } from '../commands/zone-commands.ts';
import { getZoneCurrency } from '../compile-zones.ts';
import { type ShippingMethod, type ShippingZone, shippingSettings } from '../settings.ts';
import { AddressTestPanel, runAddressTest, type ShownTest } from './address-test.tsx';
import { methodPaths, movePath, removePath, shippingPath, undoPath, zonePath } from './paths.ts';
import { getMethodId, getZoneId } from './stored-zones.ts';
import { shippingTexts as texts } from './texts.ts';

const savedCodes = ['created', 'saved', 'merged'] as const;
const refusedCodes = ['EDIT_REFUSED', 'UNDO_TOO_LATE'] as const;
const noticeCodes = [...savedCodes, 'wasMoved', 'wasRemoved', 'isGone', 'wasUndone', ...refusedCodes] as const;
const types = Object.keys(methodPaths) as ShippingMethod['type'][];

export function registerShipping(app: FastifyInstance, shop: Shop): void {
  app.get(shippingPath, { config: { requires: 'shipping.read' } }, async (request, reply) => {
    const { t } = shop;
    const shown = await runAddressTest(shop, new URLSearchParams(request.url.split('?', 2)[1]));
    const [notice] = consumeNotices(shop, request, reply, noticeCodes);
    const mayWrite = isPermitted(await getActor(shop, request), 'shipping.write');
    const body = <ShippingPage shop={shop} shown={shown} mayWrite={mayWrite} notice={notice ?? null} />;
    return renderPrivatePage(shop, request, reply, { layout: 'admin', title: t(texts.title), body });
  });
}

interface ShippingPageProps {
  readonly shop: Shop;
  readonly shown: ShownTest;
  readonly mayWrite: boolean;
  readonly notice: (Notice & { readonly code: (typeof noticeCodes)[number] }) | null;
}

function ShippingPage({ shop, shown, mayWrite, notice }: ShippingPageProps) {
  const { t, settings } = shop;
  const { zones } = settings(shippingSettings);
  const newZone = zonePath.replace(':id', 'new');
  return (
    <AdminPage width="record">
      <PageHead
        title={t(texts.title)}
        lead={t(texts.lead)}
        actions={mayWrite && <ButtonLink href={newZone}>{t(texts.addZone)}</ButtonLink>}
      />
      {notice && (
        <Toast
          kind={refusedCodes.some((code) => code === notice.code) ? 'error' : 'success'}
          action={notice.code === 'wasRemoved' && mayWrite && <Undo t={t} version={notice.count ?? 0} />}
        >
          {t(texts[notice.code])}
        </Toast>
      )}
      {zones.length === 0 && <ListState kind="empty" text={t(texts.empty)} />}
      {zones.map((zone, index) => (
        <ZonePanel key={zone.name} {...{ shop, zone, mayWrite }} position={index + 1} count={zones.length} />
      ))}
      {mayWrite && zones.length > 0 && (
        <div className="shipping-edit">
          <span>{t(texts.addTo)}</span>
          {types.map((type) => (
            <ButtonLink look="quiet" href={methodPaths[type].replace(':id', 'new')} key={type}>
              {t(texts[`add_${type}`])}
            </ButtonLink>
          ))}
        </div>
      )}
      <AddressTestPanel shop={shop} shown={shown} />
    </AdminPage>
  );
}

/** Button that restores the zone or method that was just removed. */
function Undo({ t, version }: { readonly t: Translate; readonly version: number }) {
  return (
    <form method="post" action={undoPath}>
      <input type="hidden" name="version" value={version} />
      <Button look="text">{t(texts.undo)}</Button>
    </form>
  );
}

interface ZonePanelProps {
  readonly shop: Shop;
  readonly zone: ShippingZone;
  readonly position: number;
  readonly count: number;
  readonly mayWrite: boolean;
}

function ZonePanel({ shop, zone, position, count, mayWrite }: ZonePanelProps) {
  const { t, choices } = shop;
  const { name, places, methods } = zone;
  const id = getZoneId(zone);
  const currency = getZoneCurrency(zone, choices);
  return (
    <Panel
      id={`zone-${id}`}
      title={t(texts.zonePosition, { number: position, name })}
      actions={
        mayWrite && (
          <>
            <ButtonLink
              look="quiet"
              href={zonePath.replace(':id', String(id))}
              aria-label={`${t(texts.editZone)}: ${name}`}
            >
              {t(texts.editZone)}
            </ButtonLink>
            <EditButtons t={t} kind="zone" {...{ id, name, position, count }} />
          </>
        )
      }
    >
      <p>{places ? describePlaces(places, (code) => getCountryName(code, choices.locale)) : t(texts.everywhere)}</p>
      {methods.length === 0 ? (
        <p>{t(texts.noMethods)}</p>
      ) : (
        <DataTable
          label={t(texts.methods, { zone: name })}
          columns={[
            { id: 'method', title: t(texts.method), onPhone: 'title' },
            { id: 'kind', title: t(texts.kind) },
            { id: 'cost', title: t(texts.cost) },
            { id: 'edit', title: t(texts.change), align: 'end', onPhone: 'badge' },
          ]}
          rows={methods.map((method, index) => {
            const methodId = getMethodId(zone, method);
            return {
              id: methodId,
              href: mayWrite ? methodPaths[method.type].replace(':id', String(methodId)) : undefined,
              cells: {
                method: method.title,
                kind: t(texts[`add_${method.type}`]),
                cost: describeMethod(shop, method, currency),
                edit: mayWrite && (
                  <EditButtons
                    t={t}
                    kind="method"
                    {...{ id: methodId, name: method.title, position: index + 1, count: methods.length }}
                  />
                ),
              },
            };
          })}
        />
      )}
    </Panel>
  );
}

interface EditButtonsProps {
  readonly t: Translate;
  readonly kind: 'zone' | 'method';
  readonly id: number;
  readonly name: string;
  readonly position: number;
  readonly count: number;
}

function EditButtons({ t, kind, id, name, position, count }: EditButtonsProps) {
  const target = (
    <>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="id" value={id} />
    </>
  );
  return (
    <div className="shipping-edit">
      {position > 1 && (
        <form method="post" action={movePath}>
          {target}
          <Button look="text" name="by" value="-1" aria-label={t(texts.moveUpName, { name })}>
            <Icon name="arrow-up" small />
          </Button>
        </form>
      )}
      {position < count && (
        <form method="post" action={movePath}>
          {target}
          <Button look="text" name="by" value="1" aria-label={t(texts.moveDownName, { name })}>
            <Icon name="arrow-down" small />
          </Button>
        </form>
      )}
      <form method="post" action={removePath}>
        {target}
        <Button look="text" aria-label={t(texts.removeName, { name })}>
          {t(texts.remove)}
        </Button>
      </form>
    </div>
  );
}
