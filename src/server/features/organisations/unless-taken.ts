import { apiError, type ErrorCode } from '#shared/errors'

const uniqueViolation = '23505'

/**
 * Returns the result of `writing`; a violation of the named unique index becomes the API error, so that concurrent
 * calls are answered correctly too.
 */
export async function unlessTaken<T>(index: string, code: ErrorCode, writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    const failure = error as { code?: unknown; constraint?: unknown }
    if (failure.code === uniqueViolation && failure.constraint === index) throw apiError(code)
    throw error
  }
}
