import { ModelFailure } from './model'

/** Enough to tell an operator what is wrong; an error of the provider may repeat what people wrote. */
const toldAtMost = 200
/** Node's `fetch` has waits of its own, which end before a very patient setting does. */
const waits = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']

/** What came from a provider, as a failure whose cause may be logged: no key, no request, no answer, no headers. */
export function failureFrom(error: unknown, key: string | undefined): ModelFailure {
  const cause = new Error(withoutKey(told(error), key))
  return new ModelFailure(codesOf(error).some(code => waits.includes(code)) ? 'slow' : 'broken', { cause })
}

function told(error: unknown): string {
  const { name, message, statusCode, isRetryable } = fieldsOf(error)
  // Errors of parsing repeat the text that they could not parse.
  const isOfProvider = !(error instanceof Error) || typeof isRetryable === 'boolean'
  const parts = [
    typeof name === 'string' ? name : '',
    typeof statusCode === 'number' ? `HTTP ${statusCode}` : '',
    isOfProvider && typeof message === 'string' ? message.slice(0, toldAtMost) : '',
    ...codesOf(error),
  ]
  return parts.filter(Boolean).join(' · ') || 'no reason given'
}

/** Codes of an error and of what caused it, such as ECONNREFUSED. */
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
