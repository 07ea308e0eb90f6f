/** Milliseconds between the last key press and the search. */
export const searchDelay = 200
