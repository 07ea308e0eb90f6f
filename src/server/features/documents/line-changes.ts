import { diffLines } from '#shared/rules/line-diff'
import { passagesOf } from '#shared/rules/passages'

/**
 * The number of lines added and removed, as the differences are shown: ignoring spelling such as padding in tables. A
 * changed line counts as both.
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
