import { type BulkAction, defineBulkAction } from '#platform/admin/runs/bulk-action.ts';
import { writeStock } from '../paths.ts';
import { closeDelivery, findDelivery } from './deliveries.ts';
import { incomingTexts as texts } from './texts.ts';

/** Defines the action that closes deliveries of which no more units will come, or the one that reopens them. */
function defineSwitch(isClosing: boolean): BulkAction<null> {
  const setTo =
    (isClosed: boolean): BulkAction<null>['run'] =>
    async ({ t, clock }, tx, id) => {
      const delivery = await findDelivery(tx, id, true);
      if (!delivery) return { ok: false, code: 'DELIVERY_GONE', message: t(texts.gone) };
      const { supplier: label } = delivery;
      if (delivery.isClosed === isClosed) {
        const message = t(isClosed ? texts.alreadyClosed : texts.notClosed);
        return { ok: false, code: 'DELIVERY_UNCHANGED', message, label, isSkipped: true };
      }
      await closeDelivery(tx, id, isClosed ? clock.now() : null);
      return { ok: true, change: { label, before: { isClosed: !isClosed }, after: { isClosed } } };
    };
  return defineBulkAction({
    ...{ subject: 'expected-delivery', requires: writeStock, run: setTo(isClosing) },
    name: `stock-control.${isClosing ? 'close' : 'reopen'}-delivery`,
    text: isClosing ? texts.close : texts.reopen,
    undo: (shop, tx, id, _change, actor) => setTo(!isClosing)(shop, tx, id, null, actor, null),
  });
}

export const closeDeliveries = defineSwitch(true);
export const reopenDeliveries = defineSwitch(false);
