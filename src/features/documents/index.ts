export { documentsOfOrders } from './admin/order-list.ts';
export { packingSlips } from './admin/packing-slips.ts';
export { documents } from './feature.ts';
export { enqueueDocuments } from './issue/issue-job.ts';
export { renderDocumentLinks } from './parts/document-links.tsx';
export { renderPdf } from './pdf/render-pdf.ts';
export { documentData } from './personal-data.ts';
export { buyerLines } from './ports.ts';
