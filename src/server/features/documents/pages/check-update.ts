import * as Y from 'yjs'
import { textField } from '#shared/page/document'
import { textSchema } from '#shared/page/markdown'

/** Lengths and numbers that no honest change of a text has. */
const maxLength = 5_000_000
const maxValue = 2_000

const nodeNames = new Set(Object.keys(textSchema.nodes).filter(name => name !== 'doc' && name !== 'text'))
const markNames = new Set(Object.keys(textSchema.marks))
const attributesOf = (name: string): Record<string, unknown> => textSchema.nodes[name]?.spec.attrs ?? {}

export interface ReadUpdate {
  /** Clients with new content in the update. */
  clients: number[]
  items: Y.Item[]
  isEmpty: boolean
}

type Refusal = 'page.malformed' | 'page.incomplete'

/**
 * Reads an update that somebody sent, before it touches a document. `page.malformed`: it does not decode. `page.incomplete`:
 * it builds on changes that the document does not have.
 */
export function readUpdate(doc: Y.Doc, update: Uint8Array): ReadUpdate | Refusal {
  const decoded = decode(update)
  if (!decoded?.structs.every(isPlausible)) return 'page.malformed'
  const known = Y.decodeStateVector(Y.encodeStateVector(doc))
  const until = new Map(known)
  const fresh = new Set<number>()
  for (const struct of decoded.structs) {
    const { client, clock } = struct.id
    const next = until.get(client) ?? 0
    if (struct instanceof Y.Skip || clock > next) return 'page.incomplete'
    until.set(client, Math.max(next, clock + struct.length))
    if (clock + struct.length > (known.get(client) ?? 0)) fresh.add(client)
  }
  const items = decoded.structs.filter(struct => struct instanceof Y.Item)
  const isThere = (id: unknown) => !(id instanceof Y.ID) || id.clock < (until.get(id.client) ?? 0)
  const isJoined = ({ origin, rightOrigin, parent }: Y.Item) => [origin, rightOrigin, parent].every(isThere)
  const deletions = [...decoded.ds.clients].flatMap(([client, ranges]) => ranges.map(range => ({ client, ...range })))
  const isKnown = ({ client, clock, len }: (typeof deletions)[number]) => clock + len <= (until.get(client) ?? 0)
  if (!items.every(isJoined) || !deletions.every(isKnown)) return 'page.incomplete'
  return { clients: [...fresh], items, isEmpty: decoded.structs.length === 0 && deletions.length === 0 }
}

function decode(update: Uint8Array): ReturnType<typeof Y.decodeUpdate> | null {
  try {
    return Y.decodeUpdate(update)
  } catch {
    return null
  }
}

const isPlausible = ({ id, length }: Y.AbstractStruct): boolean =>
  isClock(id.client) && isClock(id.clock) && length >= 1 && length <= maxLength

const isClock = (value: number) => Number.isSafeInteger(value) && value >= 0

/** Whether everything that an update put into a document is something that the editor writes. */
export function isAllowed(doc: Y.Doc, items: readonly Y.Item[]): boolean {
  if ([...doc.share.keys()].some(name => name !== textField)) return false
  return items.every(({ id, length }) => itemsBetween(doc, id, length).every(isAllowedItem))
}

/** The items that hold a range of clocks; content that was deleted or already there may be joined or gone. */
function itemsBetween(doc: Y.Doc, { client, clock }: Y.ID, length: number): Y.Item[] {
  const structs = doc.store.clients.get(client) ?? []
  const found: Y.Item[] = []
  for (let at = Y.findIndexSS(structs, clock); at < structs.length; at += 1) {
    const struct = structs[at]
    if (!struct || struct.id.clock >= clock + length) break
    if (struct instanceof Y.Item) found.push(struct)
  }
  return found
}

function isAllowedItem({ content, parent, parentSub }: Y.Item): boolean {
  if (content instanceof Y.ContentDeleted) return true
  if (parent instanceof Y.XmlText) {
    if (parentSub !== null) return false
    if (content instanceof Y.ContentString) return true
    return content instanceof Y.ContentFormat && isAllowedMark(content.key, content.value)
  }
  if (parent instanceof Y.XmlElement && parentSub !== null)
    return (
      content instanceof Y.ContentAny &&
      parentSub in attributesOf(parent.nodeName) &&
      content.arr.every(value => isSmall(value))
    )
  if (parentSub !== null || !(parent instanceof Y.XmlFragment) || !(content instanceof Y.ContentType)) return false
  const { type } = content
  return type.constructor === Y.XmlText || (type instanceof Y.XmlElement && nodeNames.has(type.nodeName))
}

function isAllowedMark(key: string, value: unknown): boolean {
  // Marks that may overlap with themselves have a hash behind their name.
  const mark = textSchema.marks[key.replace(/--.*$/, '')]
  if (!mark || !markNames.has(mark.name)) return false
  if (value === null) return true
  const attributes = mark.spec.attrs ?? {}
  return (
    typeof value === 'object' &&
    !Array.isArray(value) &&
    Object.entries(value as object).every(([name, of]) => name in attributes && isSmall(of))
  )
}

const isSmall = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  typeof value === 'boolean' ||
  typeof value === 'number' ||
  (typeof value === 'string' && value.length <= maxValue)
