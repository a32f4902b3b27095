import type { Log } from '#platform/http/log.ts';

interface Guards {
  log(): Log;
  /** After an error that nobody caught: what is in memory may be wrong, so the process closes what it has and ends. */
  onCrash(): void;
}

/** What fails in a promise, a timer or a stream is logged and never ends the process by itself. */
export function guardProcess({ log, onCrash }: Guards): void {
  // A terminal that was closed or a full disk takes no more output. Without a listener that ends the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  process.on('unhandledRejection', (err) => log().error({ err }, 'a promise was rejected and nobody handled it'));
  process.on('uncaughtException', (err) => {
    log().fatal({ err }, 'an error was thrown and nobody caught it: this process closes and ends');
    onCrash();
  });
}
