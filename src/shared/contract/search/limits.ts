/** The length of a query, and how many of the newest hits of each kind are counted and ranked. */
export const search = { queryLength: 200, ranked: 500, titles: 100 } as const
