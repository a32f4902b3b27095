/**
 * Gives each caller a turn of the event loop of its own. Rows for several pages often arrive in
 * one turn; rendered one after another there, they would hold up every other request.
 */
export function createTurns(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const startNext = () => {
    waiting.shift()?.();
    // An immediate that is set while immediates run waits for the next turn.
    if (waiting.length > 0) setImmediate(startNext);
  };
  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(startNext);
    });
}
