import type { Log } from '#platform/http/log.ts';

interface Guards {
  log(): Log;
  /** After an uncaught error memory may be inconsistent, so the process closes and ends. */
  onCrash(): void;
}

/** Logs unhandled rejections and uncaught errors. */
export function guardProcess({ log, onCrash }: Guards): void {
  // Output fails when a terminal closes or a disk is full. Without a listener that ends the
  // process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  process.on('unhandledRejection', (err) => log().error({ err }, 'unhandled promise rejection'));
  process.on('uncaughtException', (err) => {
    log().fatal({ err }, 'uncaught error: this process closes and ends');
    onCrash();
  });
}
