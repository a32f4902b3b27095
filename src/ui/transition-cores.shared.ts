/** With fewer cores the snapshots take longer than the animation (decision 0008). */
export const minTransitionCores = 4;
