import { ModelFailure } from './model'

/**
 * Characters of an error message: enough for an operator to see the problem, because provider errors may repeat what
 * people wrote.
 */
const maximumMessageLength = 200
/** Node's `fetch` has timeouts of its own, which may end before a long configured one. */
const fetchTimeoutCodes = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']

/** An error of a provider as a failure with a loggable cause: without key, request, answer and headers. */
export function failureFrom(error: unknown, key: string | undefined): ModelFailure {
  const cause = new Error(withoutKey(loggableMessage(error), key))
  return new ModelFailure(codesOf(error).some(code => fetchTimeoutCodes.includes(code)) ? 'slow' : 'broken', { cause })
}

function loggableMessage(error: unknown): string {
  const { name, message, statusCode, isRetryable } = fieldsOf(error)
  // Parse errors repeat the text that they could not parse.
  const isOfProvider = !(error instanceof Error) || typeof isRetryable === 'boolean'
  const parts = [
    typeof name === 'string' ? name : '',
    typeof statusCode === 'number' ? `HTTP ${statusCode}` : '',
    isOfProvider && typeof message === 'string' ? message.slice(0, maximumMessageLength) : '',
    ...codesOf(error),
  ]
  return parts.filter(Boolean).join(' · ') || 'no reason given'
}

/** The codes of an error and its causes, such as ECONNREFUSED. */
function codesOf(error: unknown): string[] {
  const codes: string[] = []
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const { code } = fieldsOf(at)
    if (typeof code === 'string') codes.push(code)
  }
  return codes
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function withoutKey(text: string, key: string | undefined): string {
  return key ? text.replaceAll(key, '[secret]') : text
}
