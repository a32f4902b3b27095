import { type UploadReply, uploadFileField, uploadIdField, uploadTypesField } from '#features/uploads/contract.ts';
import { call } from '#platform/http/browser/api.ts';

interface FileUpload {
  readonly file: File;
  readonly types: string;
  readonly signal: AbortSignal;
  /** @param progress from 0 to 1 */
  readonly onProgress: (progress: number) => void;
}

/** Uploads a file. Returns expected failures as a value, as `call` does. */
export function uploadFile(url: string, { file, types, signal, onProgress }: FileUpload) {
  const body = new FormData();
  body.set(uploadTypesField, types);
  body.set(uploadFileField, file);
  return call<UploadReply>(url, { method: 'POST', body, signal, onProgress });
}

/** Deletes an uploaded file that the shopper removed. A job deletes the file if this request fails. */
export async function removeFile(url: string, id: string): Promise<void> {
  await call(url, { method: 'POST', body: { [uploadIdField]: id } });
}
