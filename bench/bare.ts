import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'undici';

/** What a server without a shop behind it says; the body in base64, since it travels as JSON. */
export interface BareAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface BareServer {
  readonly url: string;
  readonly pid: number;
  stop(): void;
}

/** node:http in a process of its own. */
export async function startBare(answer: BareAnswer): Promise<BareServer> {
  const child = fork(new URL('./bare-server.ts', import.meta.url), { env: { ...process.env, NODE_ENV: 'production' } });
  child.send(answer);
  const [port] = (await once(child, 'message')) as [number];
  if (child.pid === undefined) throw new Error('the bare server did not start');
  return { url: `http://127.0.0.1:${port}`, pid: child.pid, stop: () => child.kill() };
}

/** What the shop answers, byte for byte and header for header. */
export async function answerOf(url: string, headers: Readonly<Record<string, string>> = {}): Promise<BareAnswer> {
  const answer = await request(url, { headers: { ...headers } });
  const body = Buffer.from(await answer.body.arrayBuffer());
  const { date: _, connection: __, 'keep-alive': ___, ...rest } = answer.headers;
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])),
    body: body.toString('base64'),
  };
}
