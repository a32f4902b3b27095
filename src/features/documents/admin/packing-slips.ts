import type { FastifyInstance } from 'fastify';
import { orderList } from '#features/orders/index.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { readMarkedRows } from '#platform/admin/lists/bulk/marked-rows.ts';
import type { RowsPage } from '#platform/admin/lists/list.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatAttachment } from '#platform/http/attachment.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { formatIsoDay } from '#platform/texts/formats.ts';
import { createPackingSlips } from '../packing-slip.ts';
import { createReadPicture, streamPdf } from '../pdf/render-pdf.ts';
import { documentTexts as texts } from '../texts.ts';

/** Maximum slips per file, because a slip takes some 60 ms of a processor. */
const maxSlips = 500;

/** The packing slips of the selected orders in one file. */
export const packingSlips: RowsPage = {
  text: texts.printPackingSlips,
  path: adminPath('orders/-/packing-slips.pdf'),
  requires: 'documents.read',
};

export function registerPackingSlips(app: FastifyInstance, shop: Shop): void {
  const { path, requires } = packingSlips;
  app.get(path, { config: { requires } }, async (request, reply) => {
    const actor = await getActor(shop, request);
    const rows = await readMarkedRows(shop, orderList.name, { actor, url: request.url, max: maxSlips });
    if (!rows.ok) return reply.refuse(422, 'invalid_input', rows.problem);
    const slips = createPackingSlips(shop, shop.db, rows.ids);
    // Create the first page before the response starts, so that an error is answered as such and not as half of a
    // file.
    const first = await slips.next();
    if (first.done) return reply.refuse(422, 'invalid_input', shop.t(texts.nothingToPack));
    const all = async function* () {
      yield first.value;
      yield* slips;
    };
    const now = shop.clock.now();
    const facts = { title: shop.t(texts.packingSlips), locale: shop.choices.locale, issuedAt: now };
    return reply
      .header('content-disposition', formatAttachment(`packing-slips-${formatIsoDay(now)}.pdf`))
      .type('application/pdf')
      .send(await streamPdf(facts, all(), createReadPicture(shop)));
  });
}
