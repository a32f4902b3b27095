import type { CliOutput } from '#platform/cli/command.ts';

/** A progress bar that appears with the first progress. */
export function createProgressBar(output: CliOutput, label: string) {
  let bar: ReturnType<CliOutput['progress']> | null = null;
  return {
    show(done: number, total: number) {
      bar ??= output.progress(label, total);
      bar.advance(done);
    },
    end: () => bar?.end(),
  };
}
