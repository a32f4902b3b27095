/** With fewer cores the snapshots take longer than the animation (decision 0010). */
export const minTransitionCores = 4;
