export { downloads } from './feature.ts';
export { addFile } from './files/stored-files.ts';
export { grantDownloads } from './grants/grant-downloads.ts';
export { listDownloadBlocks } from './mail-blocks.ts';
export { downloadsPage } from './pages/account-downloads.tsx';
export { renderOrderDownloads } from './pages/order-downloads.tsx';
export { downloadData } from './personal-data.ts';
