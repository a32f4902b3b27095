/** Maximum duration in milliseconds. The shop allows two minutes for a request with files. */
const timeout = 130_000;

interface UploadRequest {
  readonly method: string;
  readonly headers: Headers;
  readonly body: FormData;
  readonly signal: AbortSignal | null;
  /** @param share the sent share, from 0 to 1 */
  readonly onProgress: (share: number) => void;
}

/**
 * Sends a form with files as `fetch` does. Uses XMLHttpRequest, because `fetch` doesn't report upload progress.
 * @throws when there was no response
 */
export function sendWithProgress(path: string, { method, headers, body, signal, onProgress }: UploadRequest) {
  const request = new XMLHttpRequest();
  return new Promise<Response>((resolve, reject) => {
    const abort = () => request.abort();
    const fail = () => reject(new TypeError('the upload failed'));
    signal?.addEventListener('abort', abort);
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(loaded / total);
    });
    request.addEventListener('load', () => resolve(toResponse(request)));
    for (const type of ['abort', 'error', 'timeout']) request.addEventListener(type, fail);
    request.open(method, path);
    request.timeout = timeout;
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    if (signal?.aborted) fail();
    else request.send(body);
  });
}

function toResponse(request: XMLHttpRequest): Response {
  const { status, responseText } = request;
  const hasBody = status !== 204 && status !== 205 && status !== 304;
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const [, name, value] = /^([^:]+): (.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) headers.append(name, value);
  }
  return new Response(hasBody ? responseText : null, { status, headers });
}
