export { documents } from './feature.ts';
export { enqueueDocuments } from './issue/issue-job.ts';
export { renderDocumentLinks } from './parts/document-links.tsx';
export { buyerLines } from './ports.ts';
