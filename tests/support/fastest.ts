/**
 * Runs something three times. A single run also measures what else the machine does.
 * @returns milliseconds of the fastest run
 */
export const measureFastest = (run: () => unknown): Promise<number> => measureLeast(run, () => performance.now());

/**
 * Runs something three times that this process does by itself. Processor time stands still while other
 * processes have the processors.
 * @returns milliseconds of processor time of the fastest run
 */
export const measureProcessorTime = (run: () => unknown): Promise<number> =>
  measureLeast(run, () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  });

async function measureLeast(run: () => unknown, read: () => number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const start = read();
    await run();
    times.push(read() - start);
  }
  return Math.min(...times);
}
