/** Milliseconds between the last key press and the search. */
export const searchAfter = 200
