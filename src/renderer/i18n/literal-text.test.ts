// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { expect, test } from 'vitest'

/** Attributes whose text people read or hear. */
const spoken = [
  'label',
  'title',
  'text',
  'alt',
  'placeholder',
  'hint',
  'description',
  'aria-label',
  'closeLabel',
  'subtitle',
]

interface Node {
  type: string
  [field: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const isWords = (text: unknown): text is string => typeof text === 'string' && /\p{L}{2}/u.test(text)

/** The string literals that an expression can evaluate to without a call. */
function outcomes(node: unknown): string[] {
  if (!isNode(node)) return []
  const of = (...fields: string[]) => fields.flatMap(field => outcomes(node[field]))
  if (node.type === 'StringLiteral') return [String(node.value)]
  if (node.type === 'TemplateLiteral') return (node.quasis as { raw: string }[]).map(({ raw }) => raw)
  if (node.type === 'ConditionalExpression') return of('consequent', 'alternate')
  if (node.type === 'BinaryExpression' && node.operator === '&&') return of('right')
  if (node.type === 'BinaryExpression' && ['||', '??', '+'].includes(String(node.operator))) return of('left', 'right')
  if (node.type === 'BinaryExpression') return []
  return of('expression')
}

/** Literal texts in a component, which no translator would see. */
function literals(source: string): string[] {
  const found: string[] = []
  const look = (node: unknown): void => {
    if (Array.isArray(node)) for (const child of node) look(child)
    if (!isNode(node)) return
    if (node.type === 'JSXText') found.push(String(node.value).trim())
    if (node.type === 'JSXElement') for (const child of node.children as Node[]) found.push(...outcomes(child))
    if (node.type === 'JSXAttribute' && spoken.includes(String((node.name as Node).value)))
      found.push(...outcomes(node.value))
    for (const child of Object.values(node)) look(child)
  }
  look(parseSync(source, { syntax: 'typescript', tsx: true }).body)
  return found.filter(isWords)
}

const root = join(import.meta.dirname, '..')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  file => file.endsWith('.tsx') && !/\.test\.tsx$|(^|\/)test-/.test(file),
)

test('the check finds words in text and in attributes', () => {
  expect(literals('<p title="Two words">Some text {t("key")}</p>')).toEqual(['Two words', 'Some text'])
  expect(literals('<p>{isOn ? "On" : kind === "a" && "Off"}</p>')).toEqual(['On', 'Off'])
  expect(literals('<p className="two words" id="x">{t(isOn ? "on" : "off")} · 4</p>')).toEqual([])
})

test('no component has text of its own', () => {
  expect(files.length).toBeGreaterThan(40)
  const offending = files.flatMap(file =>
    literals(readFileSync(join(root, file), 'utf8')).map(text => `${file}: ${text}`),
  )
  expect(offending).toEqual([])
})
