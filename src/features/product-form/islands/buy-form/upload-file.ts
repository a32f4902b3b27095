import { type UploadReply, uploadFileField, uploadIdField, uploadTypesField } from '#features/uploads/contract.ts';
import { call } from '#platform/http/browser/api.ts';
import { readHint } from '#platform/http/browser/hint.ts';
import { withVisitorLock } from '#platform/http/browser/nonces.ts';
import { type CallResult, createFailure } from '#platform/http/browser/request.ts';

interface FileUpload {
  readonly file: File;
  /** Accepted types, separated by commas. */
  readonly types: string;
  readonly signal: AbortSignal;
  /** @param progress from 0 to 1 */
  readonly onProgress: (progress: number) => void;
}

/** Milliseconds. The shop allows two minutes for a request with files. */
const timeout = 130_000;

/** Stores a file. An expected failure is a value, as for `call`. */
export function uploadFile(url: string, upload: FileUpload): Promise<CallResult<UploadReply>> {
  return readHint() === null ? withVisitorLock(() => send(url, upload)) : send(url, upload);
}

/** XMLHttpRequest, because fetch doesn't report how much was sent. */
function send(url: string, { file, types, signal, onProgress }: FileUpload): Promise<CallResult<UploadReply>> {
  const body = new FormData();
  body.set(uploadTypesField, types);
  body.set(uploadFileField, file);
  const request = new XMLHttpRequest();
  return new Promise((resolve) => {
    const finish = (result: CallResult<UploadReply>) => {
      signal.removeEventListener('abort', abort);
      resolve(result);
    };
    const abort = () => request.abort();
    signal.addEventListener('abort', abort);
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(loaded / total);
    });
    request.addEventListener('load', () => finish(readReply(request)));
    request.addEventListener('abort', () => finish(createFailure('aborted', 0)));
    for (const type of ['error', 'timeout'])
      request.addEventListener(type, () => finish(createFailure('fetch_error', 0)));
    request.open('POST', url);
    request.timeout = timeout;
    request.setRequestHeader('accept', 'application/json');
    if (signal.aborted) finish(createFailure('aborted', 0));
    else request.send(body);
  });
}

function readReply({ status, responseText }: XMLHttpRequest): CallResult<UploadReply> {
  try {
    const body = JSON.parse(responseText);
    if (status === 200) return { ok: true, status, data: body as UploadReply };
    const { code, message } = body as { code: string; message: string };
    return { ok: false, code, message, status, body };
  } catch {
    return createFailure('invalid_json', status);
  }
}

/** Deletes an uploaded file that the shopper removes. What fails is deleted by a job. */
export async function removeFile(url: string, id: string): Promise<void> {
  await call(url, { method: 'POST', body: { [uploadIdField]: id } });
}
