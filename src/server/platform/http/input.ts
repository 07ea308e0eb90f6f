import { z } from 'zod'
import { type Endpoint, hasFieldsInQuery, pathParameters } from '#shared/contract/endpoint'
import { apiError, type Issue } from '#shared/errors'
import { unstorableTextIn } from '../storable-text'
import { isBoundedJson } from './json-body'

/** The parts of a request before validation. */
export interface Incoming {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

/** The fields of an object; none for any other value. */
export const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/**
 * The fields of an endpoint from where its method carries them. Texts from the URL are converted to the types of the
 * schema.
 */
export function fieldsOf(endpoint: Endpoint, incoming: Incoming): Record<string, unknown> {
  const inPath = Object.fromEntries(
    pathParameters(endpoint.path).map(name => [name, fromText(endpoint.body.shape[name], incoming.params[name])]),
  )
  if (!hasFieldsInQuery(endpoint)) {
    const inBody = asRecord(incoming.body)
    return { ...(endpoint.carries === 'files' ? fromTexts(endpoint, inBody) : inBody), ...inPath }
  }
  return { ...fromTexts(endpoint, incoming.query), ...inPath }
}

const fromTexts = (endpoint: Endpoint, texts: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, fromText(endpoint.body.shape[name], value)]))

/**
 * Converts a text from the URL to the type that the schema expects. A text that does not convert stays unchanged, so
 * that the schema refuses it.
 */
function fromText(schema: unknown, value: unknown): unknown {
  if (typeof value !== 'string' || !(schema instanceof z.ZodType)) return value
  const kind = innermost(schema)
  if (kind instanceof z.ZodNumber) return value.trim() === '' ? value : Number(value)
  if (kind instanceof z.ZodBoolean) return value === 'true' ? true : value === 'false' ? false : value
  if (kind instanceof z.ZodArray || kind instanceof z.ZodObject) return parsedJson(value)
  return value
}

function innermost(schema: z.ZodType): unknown {
  let inner: unknown = schema
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault || inner instanceof z.ZodNullable)
    inner = inner.unwrap()
  return inner
}

function parsedJson(text: string): unknown {
  if (!isBoundedJson(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Validates the fields, or refuses with every issue. */
export function parsedBody(endpoint: Endpoint, fields: Record<string, unknown>): unknown {
  const unkept = unstorableTextIn(fields)
  if (unkept !== undefined)
    throw apiError('request.invalid', {
      issues: [{ path: unkept, message: 'Contains characters that cannot be stored.' }],
    })
  const result = endpoint.body.safeParse(fields)
  if (!result.success) throw apiError('request.invalid', { issues: issuesOf(result.error) })
  return result.data
}

/**
 * At most this many issues are reported; nobody reads more, and a caller with thousands of wrong fields gets no list of
 * all.
 */
const maximumIssues = 100

export function issuesOf(error: z.ZodError): Issue[] {
  return error.issues.slice(0, maximumIssues).map(({ path, message }) => ({ path: path.join('.'), message }))
}

/** The three ids that every signed-in call carries, in the query and, if there is one, in the body [7.1b]. */
export interface CommonIds {
  organization_id: number | undefined
  user_id: number | undefined
}

/** Reads the common ids and refuses if two of them disagree or one is not an id. */
export function commonIds(incoming: Incoming): CommonIds {
  const body = asRecord(incoming.body)
  const single = (name: string): number | undefined => {
    const given = [incoming.query[name], body[name]].filter(value => value !== undefined && value !== '')
    if (given.some(value => typeof value !== 'string' && typeof value !== 'number'))
      throw apiError('request.identity_mismatch')
    const ids = new Set(given.map(Number))
    if (ids.size === 0) return undefined
    const [id] = ids
    if (ids.size > 1 || id === undefined || !Number.isSafeInteger(id)) throw apiError('request.identity_mismatch')
    return id
  }
  const user_id = single('user_id')
  const origin_id = single('origin_id')
  if (user_id !== undefined && origin_id !== undefined && user_id !== origin_id)
    throw apiError('request.identity_mismatch')
  return { organization_id: single('organization_id'), user_id: user_id ?? origin_id }
}
