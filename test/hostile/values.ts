import fc from 'fast-check'
import { z } from 'zod'
import type { Endpoint } from '#shared/contract/endpoint'

/** Placeholder for a row of the called company, which is only known when the call is made. */
export class OwnRow {
  constructor(readonly field: string) {}
}

interface Schema {
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  propertyNames?: Schema
  additionalProperties?: Schema | boolean
}

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const instants = [
  '0000-01-01T00:00:00Z',
  '0000-12-31T23:59:59.999Z',
  '0001-01-01T00:00:00Z',
  '0001-01-01T00:00:00.000Z',
  '0099-06-01T00:00:00Z',
  '1582-10-10T12:00:00Z',
  '1900-01-01T00:00:00Z',
  '1969-12-31T23:59:59.999Z',
  '2026-03-29T01:30:00Z',
  '2026-05-11T08:00:00.000Z',
  '2026-05-11T08:00:00.123456789123Z',
  `2026-05-11T08:00:00.${'1'.repeat(300)}Z`,
  '2027-01-01T00:00Z',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59.999999999Z',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '294277-01-01T00:00:00Z',
]
const days = ['0000-01-01', '0000-02-29', '0001-01-01', '2026-05-11', '2024-02-29', '9999-12-31', '275760-09-13']
const numbers = [
  0,
  -0,
  -1,
  1,
  2,
  100,
  32_767,
  32_768,
  65_536,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  4_294_967_296,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  2 ** 53,
  2 ** 63,
  2 ** 64,
  1e21,
  1e308,
  -1e308,
  5e-324,
  0.1,
  1.5,
]
const texts = [
  '',
  ' ',
  'a',
  '\0',
  'a\0b',
  '\ud800',
  'a\udc00b',
  '\u202e\u200b\ufeff',
  '👩‍👩‍👧‍👦'.repeat(20),
  'e\u0301'.repeat(400),
  '[[[[((((',
  '%00%ff%',
  '%',
  '\\',
  "'; drop table logs; --",
  '*',
  ':*',
  '" -"',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '\r\nX-Header: 1',
  'constructor',
  '__proto__',
  '$1',
  '{}',
  'null',
  'NaN',
  'Infinity',
  '1e999',
  'x'.repeat(501),
  'x'.repeat(10_001),
  'ß'.repeat(70_000),
]
/** Cursors of every list with unexpected contents, and invalid ones. */
const cursors = [
  'nonsense',
  base64(null),
  base64({}),
  base64([]),
  base64(1),
  base64(2 ** 53 - 1),
  base64(-1),
  base64(2 ** 63),
  ...instants.flatMap(at => [
    base64({ at, id: 1 }),
    base64({ at, id: '99999999-9999-4999-8999-999999999999' }),
    base64({ score: 2 ** 52, kind: 'log', at, id: 2 ** 53 - 1, until: at, isCorrected: true }),
    base64({ score: 1, kind: 'document', at, id: -1, until: '2026-05-11T08:00:00.000Z', isCorrected: false }),
  ]),
  ...[1, 0, -1, 2_147_483_648, 2 ** 53 - 1, 1.5].flatMap(number => [
    base64({ version: number }),
    base64({ name: 'Maya', user_id: number }),
    base64({ at: '2026-05-11T08:00:00.000Z', id: number }),
  ]),
  base64({ name: 'a\0b', user_id: 1 }),
  base64({ name: '\ud800', user_id: 1 }),
  `${'['.repeat(250)}`,
  base64('x'.repeat(300)),
]

const deep = (depth: number) => {
  let value: unknown = 1
  for (let step = 0; step < depth; step++) value = step % 2 ? [value] : { a: value }
  return value
}

/** Values that no schema here expects. */
const wrong: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...texts) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...numbers) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...instants, ...days, ...cursors) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { length: 1e9 }, [''], {
      toString: 1,
      valueOf: 1,
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom(8, 31, 60, 600).map(deep) },
  { weight: 1, arbitrary: fc.constantFrom(101, 1_001, 30_000).map(length => Array.from({ length }, () => 1)) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
)

const zones = ['UTC', 'Europe/Berlin', 'Pacific/Kiritimati', 'Pacific/Niue', 'America/New_York', 'Etc/GMT+12', 'utc']
const byName: Record<string, readonly string[]> = {
  timezone: zones,
  zone: zones,
  email: ['ana@guest.example', 'x@y.example'],
  phone_number: ['+15550100200', '+49 170 1234567'],
  OTP: ['123456', '000000'],
  url: ['http://9.9.9.9/a.jpg', 'rtsp://9.9.9.9', 'http://127.0.0.1/', 'http://[::1]/'],
}

/** A value that the schema accepts, at its limits, or one that it does not. */
function valueFor(schema: Schema, name: string): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 12, arbitrary: fittingFor(schema, name) },
    { weight: name === 'cursor' || name.endsWith('_after') ? 12 : 1, arbitrary: fc.constantFrom(...cursors) },
    { weight: 1, arbitrary: wrong },
  )
}

function fittingFor(schema: Schema, name: string): fc.Arbitrary<unknown> {
  const shaped = shapedFor(schema, name)
  const isScalar = schema.type !== 'object' && schema.type !== 'boolean' && !schema.enum
  return isScalar ? fc.oneof({ weight: 3, arbitrary: fc.constant(new OwnRow(name)) }, shaped) : shaped
}

function shapedFor(schema: Schema, name: string): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(choice => fittingFor(choice, name)))
  if (schema.allOf) return shapedFor(Object.assign({}, ...schema.allOf), name)
  const [type] = [schema.type].flat()
  if (type === 'integer' || type === 'number') return numberFor(schema)
  if (type === 'boolean') return fc.boolean()
  if (type === 'string') return textFor(schema, name)
  if (type === 'array') {
    const maxLength = Math.min(schema.maxItems ?? 5, 5)
    return fc.array(valueFor(schema.items ?? {}, name), { minLength: Math.min(schema.minItems ?? 0, 5), maxLength })
  }
  if (type === 'object') return objectFor(schema)
  return fc.jsonValue({ maxDepth: 3 })
}

function numberFor({ minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER }: Schema) {
  const edges = [minimum, minimum + 1, maximum, maximum - 1, ...numbers]
  return fc.constantFrom(...edges.filter(edge => edge >= minimum && edge <= maximum))
}

function textFor({ format, minLength = 0, maxLength = 20_000 }: Schema, name: string): fc.Arbitrary<string> {
  if (format === 'date-time') return fc.oneof(fc.constantFrom(...instants), fc.date({ noInvalidDate: true }).map(iso))
  if (format === 'date') return fc.constantFrom(...days)
  if (format === 'uuid') return fc.uuid()
  const known = byName[name]
  if (known) return fc.constantFrom(...known)
  if (format === 'email') return fc.constantFrom(...(byName.email ?? []))
  if (format === 'uri') return fc.constantFrom(...(byName.url ?? []))
  const most = Math.min(maxLength, 20_000)
  return fc.oneof(
    fc.string({ minLength: Math.min(minLength, most), maxLength: Math.min(most, 30) }),
    fc.constantFrom('x'.repeat(Math.max(minLength, 1)), 'é'.repeat(most), '👍'.repeat(Math.floor(most / 2))),
    fc.constantFrom(...texts),
  )
}

const iso = (date: Date) => date.toISOString()

function objectFor({ properties = {}, required = [], additionalProperties }: Schema): fc.Arbitrary<unknown> {
  const shape = Object.entries(properties).map(([name, schema]) => [
    name,
    required.includes(name)
      ? fc.oneof({ weight: 30, arbitrary: valueFor(schema, name) }, { weight: 1, arbitrary: fc.constant(undefined) })
      : fc.option(valueFor(schema, name), { nil: undefined }),
  ])
  const own = fc.record(Object.fromEntries(shape) as Record<string, fc.Arbitrary<unknown>>)
  if (typeof additionalProperties !== 'object') return own
  const more = fc.dictionary(
    fc.oneof(fc.constantFrom('0', '1', '4', 'a'), fc.constantFrom(...texts.filter(text => text !== '__proto__'))),
    valueFor(additionalProperties, 'value'),
    { maxKeys: 4 },
  )
  return fc.tuple(own, more).map(([fields, rest]) => ({ ...fields, ...rest }))
}

/** Fields for an endpoint: most of them valid, so that a call gets far, with something hostile among them. */
export function fieldsFor(endpoint: Endpoint): fc.Arbitrary<Record<string, unknown>> {
  const schema = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema
  return objectFor(schema) as fc.Arbitrary<Record<string, unknown>>
}

export { wrong as hostileValue }
