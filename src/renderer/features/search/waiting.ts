/** How long after the last key press is searched; milliseconds. */
export const searchAfter = 200
