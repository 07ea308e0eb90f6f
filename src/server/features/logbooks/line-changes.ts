import { diffLines } from '#shared/rules/line-diff'

/** How many lines of a text are new or gone, as the differences are shown. A line that was changed is one of each. */
export function lineChanges(before: string, after: string): { added: number; removed: number } {
  let [added, removed] = [0, 0]
  for (const { aFrom, aTo, bFrom, bTo } of diffLines(linesOf(before), linesOf(after))) {
    removed += aTo - aFrom
    added += bTo - bFrom
  }
  return { added, removed }
}

/** The lines of a text; what stands behind the last break is one only if something does. */
function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}
