import { writeFile } from 'node:fs/promises';
import { orderNumberArgument, reportOrderFailure, reportUsageError, withOrder } from '#features/orders/index.ts';
import type { CliOutput, CommandDefinition } from '#platform/cli/command.ts';
import type { Shop } from '#platform/features/shop.ts';
import { readCount } from '#platform/input/read-number.ts';
import { formatMoney } from '#platform/money/money.ts';
import { type DocumentView, formatDocument } from './document-view.ts';
import {
  findDocument,
  findOrderDocuments,
  type IssuedDocument,
  listDocuments,
  type StoredDocument,
} from './find-documents.ts';
import { issueDocuments } from './issue/issue-documents.ts';
import { createPackingSlip } from './packing-slip.ts';
import { createReadPicture, renderPdf } from './pdf/render-pdf.ts';

const perPage = 50;
const labelArgument = [{ name: '<number>', description: 'number of the invoice or credit note' }];
const fileOption = {
  flags: '--file <path>',
  description: 'where to write it; default: its number with .pdf, in this folder',
};

const listCommand: CommandDefinition = {
  name: 'documents list',
  summary: 'list invoices and credit notes, newest first',
  requires: 'documents.read',
  options: [
    { flags: '--order <number>', description: 'of one order' },
    { flags: '--page <page>', description: 'page number, starting at 1' },
  ],
  run: async (shop, input, output) => {
    const { options } = input;
    const show = (documents: readonly (IssuedDocument & { readonly orderNumber: number })[]) => {
      output.table(
        ['number', 'kind', 'order', 'issued', 'total'],
        documents.map((document) => [
          document.label,
          document.kind,
          String(document.orderNumber),
          document.issuedAt.toISOString(),
          formatTotal(shop, document),
        ]),
      );
      output.result({ documents });
      return 0;
    };
    const page = readCount(options.page ?? '1');
    if (!Number.isSafeInteger(page) || page < 1 || page > 1_000_000)
      return reportUsageError(output, '--page: expected a whole number of 1 or more');
    if (options.order === undefined) return show(await listDocuments(shop.db, page, perPage));
    return withOrder(shop, { ...input, arguments: [String(options.order)] }, output, async ({ id, number }) =>
      show((await findOrderDocuments(shop.db, id)).map((document) => ({ ...document, orderNumber: number }))),
    );
  },
};

const showCommand: CommandDefinition = {
  name: 'documents show',
  summary: 'show an invoice or credit note as it was issued',
  requires: 'documents.read',
  arguments: labelArgument,
  run: (shop, { arguments: [label = ''] }, output) =>
    withDocument(shop, label, output, async (document) => {
      printView(formatDocument(document.snapshot), output);
      output.result(document);
      return 0;
    }),
};

function printView({ title, facts, parties, items, totals, notes }: DocumentView, output: CliOutput): void {
  output.line(title);
  for (const { label, value } of facts) output.line(`  ${label}: ${value}`);
  for (const { title: role, lines } of parties) output.line(`  ${role}: ${lines.join(', ')}`);
  output.table(
    items.columns.map(({ label }) => label),
    items.rows.map(({ cells, notes: [...rest] }) => [[cells[0], ...rest].join(', '), ...cells.slice(1)]),
  );
  for (const { label, value } of totals) output.line(`  ${label}: ${value}`);
  for (const note of notes) output.line(`  ${note}`);
}

const reasons = { NOT_INVOICEABLE: 'it awaits confirmation or payment, was cancelled, or costs nothing' };

const issueCommand: CommandDefinition = {
  name: 'documents issue',
  summary: 'issue the invoice of an order now, and the credit notes that are due',
  requires: 'documents.write',
  arguments: orderNumberArgument,
  run: (shop, input, output) =>
    withOrder(shop, input, output, async (order) => {
      const result = await issueDocuments(shop, { orderId: order.id, by: input.actor, force: true });
      if (!result.ok) return reportOrderFailure(output, order, result, reasons);
      output.line(
        result.labels.length === 0
          ? `Order ${order.number} has all its documents already.`
          : `Issued for order ${order.number}: ${result.labels.join(', ')}.`,
      );
      output.result({ number: order.number, ...result });
      return 0;
    }),
};

const pdfCommand: CommandDefinition = {
  name: 'documents pdf',
  summary: 'write an invoice or credit note as PDF',
  requires: 'documents.read',
  arguments: labelArgument,
  options: [fileOption],
  run: (shop, { arguments: [label = ''], options }, output) =>
    withDocument(shop, label, output, ({ snapshot }) =>
      writePdf(shop, formatDocument(snapshot), String(options.file ?? `${label}.pdf`), output),
    ),
};

const packingSlipCommand: CommandDefinition = {
  name: 'documents packing-slip',
  summary: 'write the packing slip of what is left to ship, or of a shipment, as PDF',
  requires: 'documents.read',
  arguments: orderNumberArgument,
  options: [{ flags: '--shipment <id>', description: 'id of the shipment' }, fileOption],
  run: (shop, input, output) =>
    withOrder(shop, input, output, async (order) => {
      const { shipment, file } = input.options;
      if (shipment !== undefined && !/^\d{1,15}$/.test(String(shipment)))
        return reportUsageError(output, '--shipment: expected the id of a shipment');
      const view = await createPackingSlip(shop, shop.db, order, shipment === undefined ? null : Number(shipment));
      if (view) return writePdf(shop, view, String(file ?? `packing-slip-${order.number}.pdf`), output);
      output.warn(`Order ${order.number} has nothing to pack.`);
      output.result({ ok: false, code: 'SHIPMENT_TOO_LARGE' });
      return 1;
    }),
};

async function writePdf(shop: Shop, view: DocumentView, file: string, output: CliOutput): Promise<number> {
  const pdf = await renderPdf(view, createReadPicture(shop));
  await writeFile(file, pdf, { mode: 0o600 });
  output.line(`${view.title} was written to ${file}.`);
  output.result({ ok: true, file, bytes: pdf.length });
  return 0;
}

async function withDocument(
  shop: Shop,
  label: string,
  output: CliOutput,
  work: (document: StoredDocument) => Promise<number>,
): Promise<number> {
  const document = label.length <= 60 ? await findDocument(shop.db, { label }) : null;
  if (document) return work(document);
  output.warn(`Document ${label.slice(0, 60)} not found. List them with 'shop documents list'.`);
  output.result({ ok: false, code: 'DOCUMENT_NOT_FOUND' });
  return 1;
}

function formatTotal({ choices }: Shop, { kind, total, currency }: IssuedDocument): string {
  return formatMoney({ amount: kind === 'invoice' ? total : -total, currency }, choices.locale);
}

export const documentCommands: readonly CommandDefinition[] = [
  listCommand,
  showCommand,
  issueCommand,
  pdfCommand,
  packingSlipCommand,
];
