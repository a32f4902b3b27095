import { connect } from 'node:net';

export interface Exchange {
  /** Status codes of the responses, in order. */
  readonly statuses: readonly number[];
  /** First 400 characters of the responses. */
  readonly head: string;
}

export interface Sending {
  /** Parts in order, with a pause between them. */
  readonly parts: readonly Buffer[];
  /** Milliseconds. */
  readonly pause: number;
  /** Milliseconds after which the client disconnects. */
  readonly patience: number;
}

/** Sends bytes over a new connection and collects the responses. Never rejects. */
export function sendBytes(url: URL, { parts, pause, patience }: Sending): Promise<Exchange> {
  return new Promise((resolve) => {
    const socket = connect(Number(url.port), url.hostname);
    let text = '';
    const timers: NodeJS.Timeout[] = [setTimeout(() => socket.destroy(), patience)];
    socket.on('connect', () => {
      for (const [index, part] of parts.entries()) {
        timers.push(setTimeout(() => socket.writable && socket.write(part), index * pause));
      }
    });
    // A response is complete when nothing follows for 40 ms plus the pause.
    socket.setTimeout(0);
    socket.on('timeout', () => socket.destroy());
    socket.on('data', (chunk) => {
      socket.setTimeout(40 + pause);

      text += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      for (const timer of timers) clearTimeout(timer);
      const lines = [...text.matchAll(/(?:^|[^\w/])HTTP\/1\.1 (\d{3}) [A-Z]/g)];
      resolve({ statuses: lines.map(([, status]) => Number(status)), head: text.slice(0, 400) });
    });
  });
}
