/** The purpose that shoppers allow before a player of another site is loaded. */
export const videoQuestion = 'videos';
