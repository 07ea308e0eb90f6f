import { parseQuickTask, type QuickContext, type QuickTask } from './quick-task'

/** Something to do that a text lists. */
export interface ActionItem {
  /** Without markup and references. */
  text: string
  is_done: boolean
}

const longestItem = 500
const most = 50

/** Headings of lists of action items, in the languages of the app; what may follow is a mark such as a colon. */
const heading =
  /^(?:action items?|actions|next steps|to[- ]?dos?|zu erledigen|aufgaben|nächste schritte|tareas(?: pendientes)?|acciones|próximos pasos|करने के काम|अगले कदम|कार्य)[\s:.]*$/iu
const listItem = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(.*)$/
const task = /^\[([ xX])\]\s+(.*)$/
const anyHeading = /^\s{0,3}#{1,6}\s+(.*?)\s*#*\s*$/
const boldLine = /^\s*(?:\*\*|__)(.+?)(?:\*\*|__)\s*$/

interface ItemLine extends ActionItem {
  /** The number of the line, from 0. */
  line: number
}

/** The tasks of the lists of a text, and all items of lists under a heading such as "Action items"; each once. */
function itemLines(markdown: string): ItemLine[] {
  const items: ItemLine[] = []
  const known = new Set<string>()
  let isListed = false
  let isCode = false
  for (const [nr, line] of markdown.split('\n').entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
    if (isCode) continue
    const title = anyHeading.exec(line)?.[1] ?? boldLine.exec(line)?.[1]
    if (title !== undefined) {
      isListed = heading.test(plain(title))
      continue
    }
    const content = listItem.exec(line)?.[1]
    if (content === undefined) continue
    const [, mark, rest] = task.exec(content) ?? []
    if (mark === undefined && !isListed) continue
    const text = plain(rest ?? content).slice(0, longestItem)
    const key = itemKey(text)
    if (key === '' || known.has(key) || items.length === most) continue
    known.add(key)
    items.push({ text, is_done: mark === 'x' || mark === 'X', line: nr })
  }
  return items
}

/** The action items of a text. */
export const actionItemsIn = (markdown: string): ActionItem[] =>
  itemLines(markdown).map(({ text, is_done }) => ({ text, is_done }))

const itemMark = /^(\s*(?:[-*+]|\d{1,9}[.)])\s+)(?:\[[ xX]\]\s+)?/

/** Returns the text with one of its action items marked as done or not done; null if it has no such item. */
export function markItem(markdown: string, item: string, isDone: boolean): string | null {
  const found = itemLines(markdown).find(({ text }) => itemKey(text) === itemKey(item))
  if (!found) return null
  const lines = markdown.split('\n')
  lines[found.line] = lines[found.line]?.replace(itemMark, `$1[${isDone ? 'x' : ' '}] `) ?? ''
  return lines.join('\n')
}

/** What two writings of the same action item have in common. */
export const itemKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^[\s.,;:]+|[\s.,;:!]+$/g, '')
    .slice(0, longestItem)

/** Markdown on one line without its marks. References to logs and moments of a recording are left out. */
function plain(markdown: string): string {
  return markdown
    .replace(/\[[^\]]*\]\(#\/docs\/\d+\?(?:log|at)=\d+\)/g, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|__|~~|`/g, '')
    .replace(/(^|\s)[*_](\S(?:.*?\S)?)[*_](?=$|[\s.,;:!?])/g, '$1$2')
    .replace(/\\([\\`*_{}[\]()#+.!~-])/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/ ([,;.!?])/g, '$1')
    .trim()
}

/**
 * Reads a task from an action item, by the rules of quick tasks. Somebody whose name stands at the beginning is assigned;
 * the name is left out of the title if a colon or a dash follows it.
 */
export function taskOfItem(text: string, context: QuickContext): QuickTask {
  const named = nameAtStart(text, context.people)
  const task = parseQuickTask(named ? named.rest : text, context)
  if (!named || task.assignees.length > 0) return task
  return { ...task, assignees: [named.id] }
}

function nameAtStart(text: string, people: QuickContext['people']): { id: number; rest: string } | null {
  const lower = text.toLocaleLowerCase()
  const follows = (name: string) => lower.startsWith(name) && /^(?:[\s:,–—-]|$)/.test(text.slice(name.length))
  const names = people.flatMap(({ id, name }) => {
    const whole = name.toLocaleLowerCase().trim()
    return [...new Set([whole, whole.split(/\s+/)[0] ?? ''])]
      .filter(part => part !== '' && follows(part))
      .map(part => ({ id, part }))
  })
  const longest = Math.max(0, ...names.map(({ part }) => part.length))
  const [only, other] = names.filter(({ part }) => part.length === longest)
  // A first name that several people have is nobody's.
  if (!only || other) return null
  const after = text.slice(longest)
  const mark = /^\s*(?::|\s[–—-]\s)\s*/.exec(after)
  return { id: only.id, rest: mark ? after.slice(mark[0].length) : text }
}
