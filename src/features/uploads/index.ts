export { cleanText } from './clean-name.ts';
export { saveFile } from './commands.ts';
export * from './contract.ts';
export { uploads } from './feature.ts';
export {
  claimUploads,
  findUploads,
  keepUploadsForOrder,
  moveUploadsToCustomer,
  releaseUploadsOfOrders,
} from './find-uploads.ts';
export { uploadData } from './personal-data.ts';
export { type FindUsedUploads, usedUploads } from './ports.ts';
export { sendUpload } from './send-upload.ts';
export { uploadSettings } from './settings.ts';
export { getFileLimits, storeFilesOfShop, storeUploads, type UploadFailure } from './store-upload.ts';
export { type StoredUpload, toAddonFiles } from './stored-upload.ts';
