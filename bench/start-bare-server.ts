import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'undici';

/** The response of a server without a shop. The body is base64, because it is sent as JSON. */
export interface BareResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface BareServer {
  readonly url: string;
  readonly pid: number;
  stop(): void;
}

/** Starts node:http in its own process. */
export async function startBareServer(answer: BareResponse): Promise<BareServer> {
  const child = fork(new URL('./bare-server.ts', import.meta.url), { env: { ...process.env, NODE_ENV: 'production' } });
  child.send(answer);
  const [port] = (await once(child, 'message')) as [number];
  if (child.pid === undefined) throw new Error('the bare server did not start');
  return { url: `http://127.0.0.1:${port}`, pid: child.pid, stop: () => child.kill() };
}

/** Requests a URL once and captures its status, headers and bytes. */
export async function captureResponse(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<BareResponse> {
  const answer = await request(url, { headers: { ...headers } });
  const body = Buffer.from(await answer.body.arrayBuffer());
  const { date: _, connection: __, 'keep-alive': ___, ...rest } = answer.headers;
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])),
    body: body.toString('base64'),
  };
}
