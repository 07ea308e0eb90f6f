import { linkText } from '#shared/page/references'
import { mateQuestion } from '#shared/rules/mate-question'

/**
 * Words of people as plain text in markdown: none of their characters becomes a link, a heading, emphasis or the number
 * of a list.
 */
export function plainWords(text: string): string {
  return text
    .replace(/[\\`*_{}[\]<>#|~!]/g, '\\$&')
    .replace(/\s+/g, ' ')
    .replace(/^ ?(\d{1,9})([.)])/, '$1\\$2')
    .replace(/^ ?([+-])(?=\s)/, '\\$1')
}

/** A markdown link to a log; the client shows it as a chip. */
export function logLink(log: { id: number; doc_id: number; title: string }): string {
  return `[${linkText(log.title)}](#/docs/${log.doc_id}?log=${log.id})`
}

/** The same, to a document. */
export function documentLink(id: number, name: string): string {
  return `[${linkText(name)}](#/docs/${id})`
}

/** `[1:05:07](#/docs/12?at=3907)`. */
export function momentLink(doc_id: number, start: number): string {
  const seconds = Math.floor(start)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = parts
    .slice(parts[0] === 0 ? 1 : 0)
    .map((part, index) => (index === 0 ? part : String(part).padStart(2, '0')))
  return `[${shown.join(':')}](#/docs/${doc_id}?at=${seconds})`
}

/** A link that asks Mate a question once it is pressed. */
export function questionLink(question: string): string {
  return `[${linkText(question)}](${mateQuestion.addressOf(question)})`
}

export const taskAddress = (id: number) => `#/tasks/${id}`

/** A markdown link to a task. */
export const taskLink = ({ id, title }: { id: number; title: string }) => `[${linkText(title)}](${taskAddress(id)})`

export const messageAddress = (chat_id: number, id: number) => `#/home/messages/${chat_id}?message=${id}`
