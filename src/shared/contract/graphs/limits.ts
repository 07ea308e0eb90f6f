/**
 * Graphs [D22]. `labelsAtOnce` limits the labels of a new log and those of a filter; `buckets` and `entries` limit a plot
 * and the logs it names. `perSpace` graphs can be pinned to a space.
 */
export const graph = {
  nameLength: 100,
  labelLength: 60,
  perLogbook: 50,
  perSpace: 12,
  /** Graphs that are offered to be chosen from. */
  offered: 8,
  labelsAtOnce: 25,
  buckets: 1_000,
  entries: 2_000,
  /** Logs with proposed labels that one answer lists. */
  proposals: 200,
} as const

export const annotation = { textLength: 200, perGraph: 200 } as const

/** `watchersAtOnce` people can be chosen or left out with one call. */
export const threshold = { perGraph: 20, value: 1_000_000, watchersAtOnce: 200 } as const
