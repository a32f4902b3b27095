/** Milliseconds that a test with limits may take. */
const room = 20_000;
const hour = 3_600_000;

/** Limits count in whole hours since 1970: waits for the next one when this one is about to end. */
export async function awaitRoomInHour(): Promise<void> {
  const left = hour - (Date.now() % hour);
  if (left < room) await new Promise((resume) => setTimeout(resume, left));
}
