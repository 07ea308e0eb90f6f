/**
 * The only use of the console, for what a developer or operator must be able to find. Never pass tokens, signed URLs,
 * or what people wrote.
 */
export function logError(what: string, cause?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place that may.
  console.error(
    `[wheelhouse] ${what}`,
    ...(cause === undefined ? [] : [cause instanceof Error ? cause.message : cause]),
  )
}
