import type { CliOutput } from './command.ts';

export interface ProgressBar {
  readonly show: (done: number, total: number) => void;
  readonly end: () => void;
}

/** Creates a progress bar that appears at the first progress. */
export function createProgressBar(output: CliOutput, label: string): ProgressBar {
  let bar: ReturnType<CliOutput['progress']> | undefined;
  return {
    show(done, total) {
      bar ??= output.progress(label, total);
      bar.advance(Math.min(done, total));
    },
    end: () => bar?.end(),
  };
}
