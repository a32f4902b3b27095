import { connect } from 'node:net';

export interface Exchange {
  /** Statuses of the answers, in their order. */
  readonly statuses: readonly number[];
  /** The beginning of what came back. */
  readonly head: string;
}

export interface Sending {
  /** Parts in their order, a pause between them. */
  readonly parts: readonly Buffer[];
  /** Milliseconds. */
  readonly pause: number;
  /** Milliseconds after which the client goes away. */
  readonly patience: number;
}

/** Sends bytes over a connection of its own, whatever they are, and gathers what comes back. Never rejects. */
export function exchange(url: URL, { parts, pause, patience }: Sending): Promise<Exchange> {
  return new Promise((resolve) => {
    const socket = connect(Number(url.port), url.hostname);
    let text = '';
    const timers: NodeJS.Timeout[] = [setTimeout(() => socket.destroy(), patience)];
    socket.on('connect', () => {
      for (const [at, part] of parts.entries()) {
        timers.push(setTimeout(() => socket.writable && socket.write(part), at * pause));
      }
    });
    // An answer is taken for whole when nothing follows it for a moment.
    socket.setTimeout(0);
    socket.on('timeout', () => socket.destroy());
    socket.on('data', (chunk) => {
      socket.setTimeout(40 + pause);
      // Bodies may be large, and only the lines between them matter.
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
