/** Stable error codes of a feature with their HTTP status and English message. */
export type ErrorTable = Record<string, readonly [status: number, message: string]>
