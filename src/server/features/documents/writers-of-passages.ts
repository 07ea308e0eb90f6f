import { diffLines } from '#shared/rules/line-diff'
import { passagesOf } from '#shared/rules/passages'

export interface WrittenText {
  content: string
  /** Who wrote it; nobody if Mate did by itself. */
  authors: readonly number[]
}

export interface PassageWriters {
  /** For each passage of the last text, who wrote it after the first one; null if the first one has it. */
  added: (readonly number[] | null)[]
  /** For each passage of the first text, who removed it; null if the last one has it. */
  removed: (readonly number[] | null)[]
}

/** Who added and removed the passages between the first and the last of successive texts. */
export function writersOfPassages([first, ...later]: readonly [WrittenText, ...WrittenText[]]): PassageWriters {
  let keys = keysOf(first.content)
  const removed: PassageWriters['removed'] = keys.map(() => null)
  /** For each passage of the current text: its place in the first text, or who wrote it. */
  let passages: (number | readonly number[])[] = keys.map((_, at) => at)
  for (const { content, authors } of later) {
    const next = keysOf(content)
    const now: typeof passages = []
    let at = 0
    for (const { aFrom, aTo, bFrom, bTo } of diffLines(keys, next)) {
      now.push(...passages.slice(at, aFrom))
      for (const gone of passages.slice(aFrom, aTo)) if (typeof gone === 'number') removed[gone] = authors
      for (let added = bFrom; added < bTo; added += 1) now.push(authors)
      at = aTo
    }
    now.push(...passages.slice(at))
    passages = now
    keys = next
  }
  return { added: passages.map(passage => (typeof passage === 'number' ? null : passage)), removed }
}

const keysOf = (content: string) => passagesOf(content).map(({ key }) => key)
