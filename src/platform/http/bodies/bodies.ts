import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectFields, type FormBody, maxFields } from './forms.ts';
import {
  type FileLimits,
  getMaxBytes,
  type ReceivedFile,
  receiveForm,
  removeFilesAfterReply,
} from './receive-files.ts';
import { RequestError } from './request-error.ts';

export const maxBodyBytes = 256 * 1024;

/** Maximum bytes of all bodies that are being received at the same time. */
interface InFlightLimits {
  readonly total: number;
  /** Maximum bytes for one address, so that no client blocks the others. */
  readonly perAddress: number;
}

const defaultLimits: InFlightLimits = { total: 64 * 1024 * 1024, perAddress: 16 * 1024 * 1024 };
/** Limits for bodies with files, which are stored on the disk. */
const fileLimits: InFlightLimits = { total: 1024 * 1024 * 1024, perAddress: 256 * 1024 * 1024 };
/** Milliseconds in which a request and its body must arrive. */
const maxRequestTime = 20_000;
/** Milliseconds in which a request with files must arrive. */
export const maxFilesRequestTime = 120_000;

/**
 * Reads the bodies of all requests: forms, JSON, and multipart where a route accepts it.
 * Files are written to `folder` while they arrive, where a route accepts files.
 * Bodies are counted while they arrive. A body that is too large is refused with 413 at once and the
 * connection is closed. A body that exceeds the limit of all bodies together is refused with 503.
 */
export function registerBodies(
  app: FastifyInstance,
  folder: string,
  limits: InFlightLimits = defaultLimits,
  maxTime = maxRequestTime,
): void {
  const counter = createByteCounter(limits);
  const fileCounter = createByteCounter(fileLimits);
  app.decorateRequest('files');
  const read = (request: FastifyRequest, payload: IncomingMessage) => readBody(request, payload, counter, maxTime);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const body = await read(request, payload);
      return request.routeOptions.config.rawBody ? body : collectFields(new URLSearchParams(body.toString()));
    },
  );
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const body = await read(request, payload);
    if (request.routeOptions.config.rawBody) return body;
    const text = body.toString();
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, body?: unknown) =>
        error || isTooDeep(body) ? reject(new RequestError('malformed_body')) : resolve(body);
      void parseJson(request, text, done);
    });
  });
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, payload: IncomingMessage) => {
    if (!request.routeOptions.config.multipart) throw new RequestError('unsupported_media_type');
    const limits = request.routeOptions.config.files?.();
    if (limits) return receive(request, payload, { ...limits, folder }, fileCounter);
    const body = await read(request, payload);
    return parseMultipart(body, readBoundary(request.headers['content-type']));
  });
  app.addHook('preValidation', async (request, reply) => {
    if (request.files?.length) removeFilesAfterReply(request, reply, request.files);
  });
}

/** Maximum depth of nested objects and lists in JSON. */
const maxDepth = 64;

/** Deep nesting is refused because recursive readers of a body would exceed the call stack. */
function isTooDeep(body: unknown): boolean {
  let level = [body];
  for (let depth = 0; depth <= maxDepth; depth += 1) {
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
    if (level.length === 0) return false;
  }
  return true;
}

interface ByteCounter {
  /** @returns false when the limit would be exceeded; the bytes are then not counted */
  add(address: string, bytes: number): boolean;
  remove(address: string, bytes: number): void;
}

function createByteCounter({ total, perAddress }: InFlightLimits): ByteCounter {
  const byAddress = new Map<string, number>();
  let sum = 0;
  return {
    add(address, bytes) {
      const addressBytes = (byAddress.get(address) ?? 0) + bytes;
      if (sum + bytes > total || addressBytes > perAddress) return false;
      sum += bytes;
      byAddress.set(address, addressBytes);
      return true;
    },
    remove(address, bytes) {
      sum -= bytes;
      const addressBytes = (byAddress.get(address) ?? 0) - bytes;
      if (addressBytes > 0) byAddress.set(address, addressBytes);
      else byAddress.delete(address);
    },
  };
}

/**
 * Receives a body of at most `maxBodyBytes`. Rejects with a RequestError; the rest of the body is then not
 * read, and Fastify closes the connection after the reply.
 */
function readBody(
  request: FastifyRequest,
  payload: IncomingMessage,
  counter: ByteCounter,
  maxTime: number,
): Promise<Buffer> {
  if (Number(request.headers['content-length']) > maxBodyBytes) {
    return Promise.reject(new RequestError('body_too_large'));
  }
  const { ip } = request;
  const chunks: Buffer[] = [];
  let received = 0;
  return new Promise<Buffer>((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      payload.off('data', onData).off('end', onEnd).off('close', onLost);
      counter.remove(ip, received);
      finish();
    };
    const refuse = (code: 'body_too_large' | 'overloaded' | 'request_timeout') => {
      payload.pause();
      settle(() => reject(new RequestError(code)));
    };
    const onData = (chunk: Buffer) => {
      if (received + chunk.length > maxBodyBytes) return refuse('body_too_large');
      if (!counter.add(ip, chunk.length)) return refuse('overloaded');
      received += chunk.length;
      chunks.push(chunk);
    };
    const onEnd = () => settle(() => resolve(Buffer.concat(chunks, received)));
    const timer = setTimeout(() => refuse('request_timeout'), maxTime).unref();
    // The client has disconnected or timed out, so nobody reads the reply.
    const onLost = () => settle(() => reject(new RequestError('malformed_body')));
    payload.on('data', onData).on('end', onEnd).on('close', onLost);
    // Without a listener the error of a broken connection would be thrown.
    payload.on('error', () => {});
  });
}

/** The boundary is the only parameter that matters; a charset changes nothing (RFC 7578, 5.1.2). */
const boundaryPattern = /;\s*boundary=(?:"([^"\\]{1,70})"|([^\s;"]{1,70}))/i;
const maxPartHeaders = 1024;

function readBoundary(contentType = ''): string {
  const found = boundaryPattern.exec(contentType);
  const boundary = found?.[1] ?? found?.[2];
  if (boundary === undefined) throw new RequestError('malformed_body');
  return boundary;
}

/** Receives a form with files, and stores the list of files in `request.files`. */
async function receive(
  request: FastifyRequest,
  payload: IncomingMessage,
  options: FileLimits & { readonly folder: string },
  counter: ByteCounter,
): Promise<FormBody> {
  const { ip, headers } = request;
  const { maxFieldBytes = maxBodyBytes } = options;
  const limits = { ...options, maxFieldBytes, boundary: readBoundary(headers['content-type']) };
  if (Number(headers['content-length']) > getMaxBytes(limits)) throw new RequestError('body_too_large');
  let counted = 0;
  const count = (bytes: number) => {
    const isCounted = counter.add(ip, bytes);
    if (isCounted) counted += bytes;
    return isCounted;
  };
  try {
    const { body, files } = await receiveForm(payload, { ...limits, count });
    request.files = files;
    return body;
  } finally {
    counter.remove(ip, counted);
  }
}

async function parseMultipart(body: Buffer, boundary: string): Promise<FormBody> {
  checkParts(body, `--${boundary}`);
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
  const form = await new Response(new Uint8Array(body), { headers }).formData().catch(() => {
    throw new RequestError('malformed_body');
  });
  return collectFields([...form].flatMap(([name, value]) => toField(name, value)));
}

/** Checks the number of parts before parsing, which costs time for each part and each of its headers. */
function checkParts(body: Buffer, delimiter: string): void {
  let parts = 0;
  for (let start = body.indexOf(delimiter); start >= 0; start = body.indexOf(delimiter, start + delimiter.length)) {
    parts += 1;
    if (parts > maxFields + 1) throw new RequestError('too_many_fields');
    const head = body.subarray(start + delimiter.length, start + delimiter.length + maxPartHeaders);
    if (!head.subarray(0, 2).equals(closingDelimiter) && !head.includes('\r\n\r\n'))
      throw new RequestError('malformed_body');
  }
}

const closingDelimiter = Buffer.from('--');

/** Browsers send a file without name and content for a file input that was left empty. */
function toField(name: string, value: FormDataEntryValue): [string, string][] {
  if (typeof value === 'string') return [[name, value]];
  if (value.size === 0 && value.name === '') return [];
  throw new RequestError('file_not_accepted');
}

declare module 'fastify' {
  interface FastifyRequest {
    files?: readonly ReceivedFile[];
  }
  interface FastifyContextConfig {
    /** Limits of a route that accepts files; other routes refuse files with 415. */
    files?: () => FileLimits;
    /** Whether the route accepts `multipart/form-data`; other routes refuse it with 415. */
    multipart?: boolean;
    /**
     * Whether the body is kept as the bytes of the form or JSON that were sent, so that signatures can be checked.
     */
    rawBody?: boolean;
  }
}
