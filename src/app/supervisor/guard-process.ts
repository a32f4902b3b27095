import type { Log } from '#platform/http/log.ts';

interface GuardOptions {
  log(): Log;
  /** Must end the process: after an uncaught error its memory may be inconsistent. */
  onCrash(): void;
}

export function guardProcess({ log, onCrash }: GuardOptions): void {
  // Output fails when a terminal closes or a disk is full. Without a listener the error would end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  process.on('unhandledRejection', (err) => log().error({ err }, 'unhandled promise rejection'));
  process.on('uncaughtException', (err) => {
    log().fatal({ err }, 'uncaught error: this process closes and ends');
    onCrash();
  });
}
