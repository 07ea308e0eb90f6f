import { diffLines } from '#shared/rules/line-diff'
import { passagesOf } from '#shared/rules/passages'

/**
 * How many lines of a text are new or gone, as the differences are shown: without what is only spelled differently, as padding in
 * tables. A line that was changed is one of each.
 */
export function lineChanges(before: string, after: string): { added: number; removed: number } {
  const [from, to] = [keysOf(before), keysOf(after)]
  let [added, removed] = [0, 0]
  for (const passages of diffLines(from, to)) {
    const [gone, made] = [linesOf(from, passages.aFrom, passages.aTo), linesOf(to, passages.bFrom, passages.bTo)]
    for (const { aFrom, aTo, bFrom, bTo } of diffLines(gone, made)) {
      removed += aTo - aFrom
      added += bTo - bFrom
    }
  }
  return { added, removed }
}

const keysOf = (text: string) => passagesOf(text).map(({ key }) => key)
const linesOf = (keys: readonly string[], from: number, to: number) =>
  keys.slice(from, to).flatMap(key => key.split('\n'))
