import { z } from 'zod'
import { type Access, allowsGuests, type Endpoint, hasFieldsInQuery, pathParameters } from '#shared/contract/endpoint'
import { errorData } from '#shared/contract/error-data'
import { errors } from '#shared/errors'

interface Listed {
  feature: string
  endpoint: Endpoint
}

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  return rest
}

/** The contract as OpenAPI 3.1, derived from the same values as the routes. */
export function openApiOf(listed: readonly Listed[], publicUrl: string): Json {
  const paths: Record<string, Json> = { ...operationPaths }
  for (const { feature, endpoint } of listed) {
    const described = describedPath(listed, endpoint)
    paths[described] = {
      ...paths[described],
      [endpoint.method.toLowerCase()]: operationOf(feature, endpoint, pathParameters(described)),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Wheelhouse',
      version: '1',
      description:
        'Every answer is { data, status, message }. Errors add code, request_id and, if fields were refused, issues.',
    },
    servers: [{ url: publicUrl }],
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        // Guests send both parameters; in calls with a JSON body they may be in the body.
        guest_id: { type: 'apiKey', in: 'query', name: 'guest_id' },
        guest_token: { type: 'apiKey', in: 'query', name: 'guest_token' },
      },
      schemas: { Error: errorSchema() },
    },
    paths,
  }
}

/**
 * The path under which an endpoint is described. `/feed/{feedId}` and `/feed/{camera_id}` are one path to clients, so
 * the parameter names of the first endpoint apply to all.
 */
export function describedPath(listed: readonly Listed[], { path }: Endpoint): string {
  const shape = (of: string) => of.replace(/\{\w+\}/g, '{}')
  return listed.find(({ endpoint }) => shape(endpoint.path) === shape(path))?.endpoint.path ?? path
}

/** @param described names of the path's parameters in order; they may differ from the endpoint's field names */
function operationOf(feature: string, endpoint: Endpoint, described: readonly string[]): Json {
  const { access, summary, carries } = endpoint
  const body = schemaOf(endpoint.body, 'input')
  const properties = (body.properties ?? {}) as Record<string, Json>
  const required = new Set((body.required ?? []) as string[])
  const inPath = pathParameters(endpoint.path)
  const common =
    access.who === 'anyone'
      ? []
      : access.who === 'member'
        ? ['organization_id', 'user_id', 'origin_id']
        : ['user_id', 'origin_id']
  const parameter = (name: string, where: 'path' | 'query', schema: Json, needed: boolean) => ({
    name,
    in: where,
    required: needed,
    schema,
  })
  const fields = Object.keys(properties).filter(name => !inPath.includes(name))
  const inQuery = hasFieldsInQuery(endpoint)
  return {
    tags: [feature],
    summary,
    ...(access.who === 'anyone' ? {} : { security: securityOf(access) }),
    'x-access': access,
    parameters: [
      ...inPath.map((name, place) => parameter(described[place] ?? name, 'path', properties[name] ?? {}, true)),
      ...common.map(name =>
        parameter(name, 'query', { type: 'integer' }, name === 'organization_id' && !allowsGuests(endpoint)),
      ),
      ...(inQuery ? fields.map(name => parameter(name, 'query', properties[name] ?? {}, required.has(name))) : []),
    ],
    ...(carries === 'bytes' && { requestBody: { required: true, content: { 'application/octet-stream': {} } } }),
    ...(!inQuery && {
      requestBody: {
        content: {
          [carries === 'files' ? 'multipart/form-data' : 'application/json']: {
            schema: {
              type: 'object',
              properties: {
                ...Object.fromEntries(common.map(name => [name, { type: 'integer' }])),
                ...Object.fromEntries(fields.map(name => [name, properties[name]])),
                ...(carries === 'files' && {
                  files: { type: 'array', items: { type: 'string', contentMediaType: 'application/octet-stream' } },
                }),
              },
              required: [...fields.filter(name => required.has(name)), ...(carries === 'files' ? ['files'] : [])],
            },
          },
        },
      },
    }),
    responses: {
      200: { description: 'OK', content: contentOf(endpoint) },
      default: {
        description: 'A refusal',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

/** The ways to authenticate a call. */
function securityOf(access: Access): Json[] {
  const guests = access.who === 'member' ? access.guests : undefined
  return [...(guests === 'only' ? [] : [{ bearer: [] }]), ...(guests ? [{ guest_id: [], guest_token: [] }] : [])]
}

/** The content of the answer: the JSON reply, or the requested file. */
function contentOf(endpoint: Endpoint): Record<string, Json> {
  const content: Record<string, Json> = { 'application/json': { schema: replySchema(endpoint) } }
  if (!endpoint.files) return content
  const { by, types } = endpoint.files
  for (const [kind, type] of Object.entries(types)) {
    const [media = type] = type.split(';')
    const description = `The file, with \`${by}=${kind}\`.`
    const file: Json =
      media === 'application/json'
        ? { description, type: 'object' }
        : { description, type: 'string', contentMediaType: media }
    content[media] = { schema: content[media] ? { anyOf: [content[media].schema, file] } : file }
  }
  return content
}

const check = (summary: string, properties: Record<string, Json>, notReady?: string): Json => {
  const schema = {
    type: 'object',
    required: ['data', 'status', 'message'],
    properties: {
      data: { type: 'object', required: Object.keys(properties), properties },
      status: { type: 'integer' },
      message: { type: 'string' },
    },
  }
  const content = { 'application/json': { schema } }
  return {
    get: {
      tags: ['operations'],
      summary,
      responses: {
        200: { description: 'OK', content },
        ...(notReady && { 503: { description: notReady, content } }),
      },
    },
  }
}

/** Paths for monitoring, which are not part of the contract with clients [D39]. */
const operationPaths: Record<string, Json> = {
  '/healthcheck': check('Whether the server runs.', { live: { type: 'boolean' } }),
  '/readycheck': check(
    'Whether everything that the server depends on is available.',
    { database: { type: 'boolean' }, objects: { type: 'boolean' }, room: { type: 'boolean' } },
    'Something is unavailable; `data` says what.',
  ),
  '/metrics': {
    get: {
      tags: ['operations'],
      summary: 'Metrics for Prometheus.',
      responses: { 200: { description: 'OK', content: { 'text/plain': { schema: { type: 'string' } } } } },
    },
  },
}

function replySchema(endpoint: Endpoint): Json {
  return {
    type: 'object',
    required: ['data', 'status', 'message'],
    properties: {
      data: schemaOf(endpoint.answer, 'output'),
      status: { type: 'integer' },
      message: { type: 'string' },
      ...(endpoint.paged && { next_cursor: { type: ['string', 'null'] } }),
    },
  }
}

function errorSchema(): Json {
  return {
    type: 'object',
    required: ['data', 'status', 'message', 'code', 'request_id'],
    properties: {
      data: {
        description: 'Null, except for the codes that these schemas are named after.',
        anyOf: [
          { type: 'null' },
          ...Object.entries(errorData).map(([title, schema]) => ({ title, ...schemaOf(schema, 'output') })),
        ],
      },
      status: { type: 'integer' },
      message: { type: 'string' },
      code: { type: 'string', enum: Object.keys(errors) },
      request_id: { type: 'string' },
      issues: {
        type: 'array',
        items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
      },
    },
  }
}
