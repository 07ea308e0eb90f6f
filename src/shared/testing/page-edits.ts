import { type Doc, XmlElement, XmlText } from 'yjs'
import { markdownOf, textOf, writeInto } from '../page/document'

export interface Edit {
  what: 'type' | 'delete' | 'add' | 'remove' | 'replace'
  at: number
  words: string
}

/** Changes a page as people and programs do: types, deletes, adds or removes a paragraph, or replaces all of it. */
export function edit(doc: Doc, { what, at, words }: Edit): void {
  const text = textOf(doc)
  const node = text.length > 0 ? text.get(at % text.length) : undefined
  const inside = node instanceof XmlElement ? node.get(0) : undefined
  if (what === 'type' && inside instanceof XmlText) inside.insert(at % (inside.length + 1), words)
  if (what === 'delete' && inside instanceof XmlText && inside.length > 0) inside.delete(at % inside.length, 1)
  if (what === 'remove' && text.length > 1) text.delete(at % text.length, 1)
  if (what === 'replace') writeInto(doc, `${markdownOf(doc)}\n\nBy program: ${words}`)
  if (what !== 'add') return
  const paragraph = new XmlElement('paragraph')
  paragraph.insert(0, [new XmlText(words)])
  text.insert(at % (text.length + 1), [paragraph])
}
