import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findVisibleOrder, type Order, orderPath, showNoAccess } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { type DocumentView, formatDocument } from './document-view.ts';
import { findDocument } from './find-documents.ts';
import { createPackingSlip } from './packing-slip.ts';
import { DocumentPage, documentStyles } from './pages/document-page.tsx';
import { documentPath, packingSlipPath } from './paths.ts';
import { createReadPicture, renderPdf } from './pdf/render-pdf.ts';

const pdfEnding = '.pdf';

export function registerDocumentRoutes(app: FastifyInstance, shop: Shop): void {
  app.get(documentPath(':token', ':label'), async (request, reply) => {
    const { label } = request.params as { label: string };
    return showDocument(shop, request, reply, label);
  });
  for (const ending of ['', pdfEnding])
    app.get(`${packingSlipPath(':token')}${ending}`, (request, reply) => showPackingSlip(shop, request, reply, ending));
}

/** The document must belong to the visible order, so that its link opens no documents of other orders. */
async function showDocument(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
): Promise<FastifyReply> {
  const isPdf = name.endsWith(pdfEnding);
  const label = isPdf ? name.slice(0, -pdfEnding.length) : name;
  const access = await findVisibleOrder(shop, request, reply);
  if (!access.ok) return showNoAccess(shop, request, reply, access);
  const { order } = access;
  const document = /^[A-Za-z0-9-]{1,60}$/.test(label) ? await findDocument(shop.db, { label }) : null;
  if (document?.orderId !== order.id) return reply.callStatusPage(404);
  return sendDocument(shop, request, reply, {
    order,
    view: formatDocument(document.snapshot),
    path: documentPath(order.token, label),
    isPdf,
  });
}

async function showPackingSlip(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  ending: string,
): Promise<FastifyReply> {
  const access = await findVisibleOrder(shop, request, reply);
  if (!access.ok) return showNoAccess(shop, request, reply, access);
  const { order } = access;
  const view = await createPackingSlip(shop, shop.db, order);
  if (!view) return reply.callStatusPage(404);
  const path = packingSlipPath(order.token);
  return sendDocument(shop, request, reply, { order, view, path, isPdf: ending === pdfEnding });
}

interface DocumentReply {
  readonly order: Order;
  readonly view: DocumentView;
  readonly path: string;
  readonly isPdf: boolean;
}

async function sendDocument(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  { order, view, path, isPdf }: DocumentReply,
): Promise<FastifyReply> {
  // The URL contains the order's token, so it must not reach other sites or search engines.
  reply.header('referrer-policy', 'same-origin').header('x-robots-tag', 'noindex');
  if (isPdf) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `inline; filename="${name}${pdfEnding}"`)
      .type('application/pdf')
      .send(await renderPdf(view, createReadPicture(shop)));
  }
  const body = (
    <DocumentPage
      context={shop.renderContext(path)}
      view={view}
      pdfPath={`${path}${pdfEnding}`}
      orderPath={orderPath(order.token)}
    />
  );
  return renderPrivatePage(shop, request, reply, { title: view.title, styles: documentStyles, body });
}
