/**
 * The only access to the browser's console, for what a developer or operator must find and a person cannot act on.
 * Never pass tokens, codes or what people wrote.
 */
export function logError(what: string, cause?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the only place that may use it.
  console.error(`[wheelhouse] ${what}`, ...(cause === undefined ? [] : [cause]))
}
