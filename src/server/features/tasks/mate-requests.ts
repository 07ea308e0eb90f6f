import type { Language } from '#shared/contract/common'
import { mate } from '#shared/contract/mate/limits'
import { task as limits } from '#shared/contract/tasks/limits'
import { TaskPriority } from '#shared/contract/tasks/task'
import { can } from '#shared/rules/capabilities'
import { parseQuickTask, type QuickTask } from '#shared/rules/quick-task'
import { mayBecome, TaskStatus } from '#shared/rules/task-status'
import { zoneTime } from '#shared/rules/zone-time'
import { questionLink, taskLink } from '../../platform/markdown'
import type { MemberContext } from '../../platform/request-context'
import type { Requested } from '../../platform/tool'
import { wordsOf } from '../../platform/words/fold'
import { anyOf } from '../../platform/words/patterns'
import { branchesFor, peopleNamedIn } from '../organisations/service'
import { type FoundCard, findTasksBy } from './found-store'
import { taskActionSayings } from './mate-actions-sayings.data'
import { requestWords } from './mate-request-words.data'
import type { NewTask, TaskChange } from './task-facts'
import { isNamed } from './task-question'

/** Longer texts are no requests. */
const longest = 500
/** How long a reminder takes, in minutes, unless it says so. */
const reminderMinutes = 15
const dayLength = 86_400_000
/** Tasks that are compared with the words of a request. */
const compared = 50

const plainRequest = (question: string) =>
  question
    .replace(/\s+/g, ' ')
    .replace(/[\s.!?।]+$/u, '')
    .trim()

/** “Remind me to call the supplier tomorrow at 3pm”, “Create a task for Tom: check the pump by Friday”. */
export async function requestedTask(
  ctx: MemberContext,
  question: string,
  language: Language,
): Promise<Requested<NewTask> | undefined> {
  const said = plainRequest(question)
  if (said.length > longest) return undefined
  const words = requestWords[language]
  const reminder = words.reminder.exec(said)
  const introduced = reminder ?? words.newTask.exec(said)
  if (!introduced) return undefined
  const say = taskActionSayings[language]
  const spaces = await branchesFor(ctx)
  const people = await peopleNamedIn(ctx, said)
  const sentence = (introduced[1] ?? said.slice(introduced[0].length)).replace(/^[\s:,-]+/, '')
  const placed = inWhich(sentence, spaces, words.inSpace)
  const named = forWhom(placed.rest, people, words.forPerson)
  const understood = read(ctx, named.rest, language, { people, spaces })
  const title = titleOf(understood.title, words)
  if (title === '') return undefined
  if (spaces.length === 0) return { inputs: [], write: () => say.noSpace }
  const others = [...named.ids, ...understood.assignees]
  const user_ids = others.length > 0 && !reminder ? [...new Set(others)] : [ctx.caller.user_id]
  if (user_ids.some(id => id !== ctx.caller.user_id) && !can(ctx.member, 'tasks.assign'))
    return { inputs: [], write: () => say.notAllowed }
  const priority = understood.priority ?? (introduced[1] === undefined ? priorityOf(introduced[0], words) : null)
  const inSpace =
    understood.branch_id ?? placed.id ?? spaces.find(({ branch_name }) => isNamed(said, `#${branch_name}`))?.id
  const input: NewTask = {
    title: title.slice(0, limits.titleLength),
    description: '',
    user_ids,
    ...(inSpace !== undefined && { branch_id: inSpace }),
    ...timesOf(understood, reminder !== null),
    ...(understood.labels.length > 0 && { labels: understood.labels }),
    ...(priority && { priority }),
  }
  const proposal = reminder ? say.newReminder : say.newTask
  return { inputs: [input], write: proposals => (proposals.length > 0 ? proposal : say.notAllowed) }
}

interface Names {
  people: readonly { id: number; name: string }[]
  spaces: readonly { id: number; branch_name: string }[]
}

const read = (ctx: MemberContext, text: string, language: Language, { people, spaces }: Names): QuickTask =>
  parseQuickTask(text, {
    ...{ language, now: Date.parse(ctx.now), zone: ctx.caller.timezone, people },
    spaces: spaces.map(({ id, branch_name }) => ({ id, name: branch_name })),
  })

/** A reminder with a time of the day is at that time; everything else is due then. */
function timesOf({ deadline, is_timed, estimate_minutes }: QuickTask, isReminder: boolean) {
  const minutes = estimate_minutes ?? (isReminder && is_timed ? reminderMinutes : null)
  const estimate = minutes !== null && { estimate_minutes: minutes }
  if (deadline === null) return { ...estimate }
  if (!isReminder || !is_timed || minutes === null) return { deadline, ...estimate }
  const end = new Date(Date.parse(deadline) + minutes * 60_000).toISOString()
  return { fixed_start_time: deadline, deadline: end, ...estimate }
}

function titleOf(text: string, { lead, tail }: Pick<(typeof requestWords)['en'], 'lead' | 'tail'>): string {
  const title = text
    .replace(/^[\s:,-]+/, '')
    .replace(lead, '')
    .replace(tail, '')
    .replace(/^["“„«](.*)["”“»]$/u, '$1')
    .trim()
  return title.slice(0, 1).toLocaleUpperCase() + title.slice(1)
}

type RequestWords = (typeof requestWords)['en']

/** How urgent the words before a new task say that it is. */
function priorityOf(text: string, { priority, priorities }: RequestWords): TaskPriority | null {
  const said = text.toLowerCase()
  return priority.test(said) ? priorityIn(said, priorities) : null
}

const priorityIn = (text: string, priorities: RequestWords['priorities']): TaskPriority | null =>
  TaskPriority.options.find(priority => priorities[priority]?.test(text.toLowerCase())) ?? null

/** The space that a new task is said to be in, and the sentence without it. */
function inWhich(sentence: string, spaces: readonly { id: number; branch_name: string }[], pattern: string) {
  for (const { id, branch_name } of spaces) {
    const name = branch_name.trim()
    const found = new RegExp(`(?<=^|\\s)${pattern.replace('%', escaped(name))}(?=$|[\\s:,])`, 'iu').exec(sentence)
    if (name === '' || !found) continue
    return { id, rest: `${sentence.slice(0, found.index)}${sentence.slice(found.index + found[0].length)}`.trim() }
  }
  return { id: undefined, rest: sentence }
}

/** Who does a new task, named before what it is. A first name counts if only one person has it. */
function forWhom(sentence: string, people: readonly { id: number; name: string }[], pattern: string) {
  for (const { id, name } of spelled(people)) {
    const found = new RegExp(`^${pattern.replace('%', escaped(name))}(?=$|[\\s:,])[\\s:,-]*`, 'iu').exec(sentence)
    if (found) return { ids: [id], rest: sentence.slice(found[0].length) }
  }
  return { ids: [], rest: sentence }
}

/** The whole names of people, and then the first names that only one of them has. */
function spelled(people: readonly { id: number; name: string }[]): { id: number; name: string }[] {
  const first = (name: string) => name.trim().split(/\s+/, 1)[0] ?? ''
  const own = people.filter(
    ({ name }) => people.filter(other => first(other.name).toLowerCase() === first(name).toLowerCase()).length === 1,
  )
  return [...people, ...own.map(({ id, name }) => ({ id, name: first(name) }))].filter(({ name }) => name !== '')
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

type Change = Pick<TaskChange, 'user_ids' | 'deadline' | 'status' | 'priority' | 'archived'>

/** What a request is about. `days` move the deadline that a task has. */
interface AskedChange {
  about: string
  change: Change
  days?: number
}

/** “Assign the pump check to Tom”, “Move the inventory to Friday”, “Mark the pump check as done”. */
export async function requestedChange(
  ctx: MemberContext,
  question: string,
  language: Language,
): Promise<Requested<TaskChange> | undefined> {
  const said = plainRequest(question)
  if (said.length > longest) return undefined
  const found = await changeIn(ctx, said, language)
  if (!found) return undefined
  const { about, change, days } = found
  const say = taskActionSayings[language]
  const { ignored, task } = requestWords[language]
  const words = wordsOf(about.toLowerCase().split(ignored).join(' '))
  const called = await tasksCalled(ctx, words, change.status)
  const none = () => `${say.noneNamed} ${questionLink(say.whichTasks)}`
  if (called.length === 0) return task.test(said.toLowerCase()) ? { inputs: [], write: none } : undefined
  // What has no deadline cannot be moved by days.
  const rows = days === undefined ? called : called.filter(row => row.deadline !== null)
  if (change.deadline === null || rows.length === 0) return { inputs: [], write: () => say.noDay }
  if (change.user_ids?.some(id => id !== ctx.caller.user_id) && !can(ctx.member, 'tasks.assign'))
    return { inputs: [], write: () => say.notAllowed }
  const links = (tasks: readonly FoundCard[]) =>
    new Intl.ListFormat(say.locale, { type: 'conjunction' }).format(tasks.map(taskLink))
  const open = rows.filter(row => makesDifference(row, change)).slice(0, mate.suggestions)
  if (open.length === 0) return { inputs: [], write: () => say.noDifference(links(rows.slice(0, mate.suggestions))) }
  return {
    inputs: open.map(({ id, deadline }) => ({
      ...{ task_id: id, ...change },
      ...(days !== undefined && deadline !== null && { deadline: daysLater(ctx, deadline, days) }),
    })),
    write: proposals => (proposals.length > 0 ? say.change(links(open)) : say.notAllowed),
  }
}

/** What a request changes, and the text that names the task. A `deadline` of null means that no day was understood. */
async function changeIn(ctx: MemberContext, said: string, language: Language): Promise<AskedChange | undefined> {
  const words = requestWords[language]
  const archived = groupOf(words.archive, said)
  if (archived !== undefined) return { about: archived, change: { archived: true } }
  const [, handed, heir] = words.handOver.exec(said) ?? []
  const taker = heir === undefined ? undefined : await personIn(ctx, heir, language)
  if (handed !== undefined && taker) return { about: handed, change: { user_ids: taker.ids } }
  const shift = words.shift.exec(said)?.groups
  if (shift?.task !== undefined) {
    const count = Number(shift.count)
    return { about: shift.task, change: {}, days: (Number.isNaN(count) ? 1 : count) * (shift.weeks ? 7 : 1) }
  }
  for (const status of TaskStatus.options) {
    const about = groupOf(words.statuses[status], said)
    if (about !== undefined) return { about, change: { status } }
  }
  const [urged, level] =
    words.urge
      .exec(said)
      ?.slice(1)
      .filter(group => group !== undefined) ?? []
  const priority = level === undefined ? null : priorityIn(level, words.priorities)
  if (urged !== undefined && priority !== null) return { about: urged, change: { priority } }
  const given = groupOf(words.assign, said)
  const whom = given === undefined ? undefined : await personIn(ctx, given, language)
  if (whom) return { about: whom.rest, change: { user_ids: whom.ids } }
  const moved = groupOf(words.move, said)
  if (moved === undefined) return undefined
  const { title, deadline } = read(ctx, moved, language, { people: [], spaces: [] })
  return { about: title, change: { deadline } }
}

/** The same time of the day, some days later, in the zone of the caller. */
function daysLater(ctx: MemberContext, deadline: string, days: number): string {
  const zone = zoneTime(ctx.caller.timezone)
  const at = Date.parse(deadline)
  const wall = at + zone.offset(at)
  const date = Math.floor(wall / dayLength)
  return new Date(zone.instantOf(date + days, (wall - date * dayLength) / 60_000)).toISOString()
}

const groupOf = (pattern: RegExp | undefined, text: string): string | undefined =>
  pattern
    ?.exec(text)
    ?.slice(1)
    .find(group => group !== undefined)

/** The people whom a text names, or the caller, and the text without them. */
async function personIn(ctx: MemberContext, text: string, language: Language) {
  let rest = text.toLowerCase()
  const ids: number[] = []
  for (const { id, name } of spelled(await peopleNamedIn(ctx, text))) {
    const pattern = anyOf(`@?${escaped(name.toLowerCase())}`)
    if (!pattern.test(rest)) continue
    if (!ids.includes(id)) ids.push(id)
    rest = rest.split(pattern).join(' ')
  }
  const { me } = requestWords[language]
  if (ids.length === 0 && me.test(rest)) return { ids: [ctx.caller.user_id], rest: rest.split(me).join(' ') }
  return ids.length > 0 ? { ids, rest } : undefined
}

/** The tasks whose titles have all words, those of the caller first. */
async function tasksCalled(
  ctx: MemberContext,
  words: readonly string[],
  status: TaskStatus | undefined,
): Promise<FoundCard[]> {
  if (words.length === 0) return []
  const filter = { status: status === 'in_progress' ? ('any' as const) : ('open' as const), words: words.join(' ') }
  const { rows } = await findTasksBy(ctx, filter, compared)
  const titled = rows.filter(({ title }) => words.every(word => wordsOf(title).includes(word)))
  const exact = titled.filter(({ title }) => wordsOf(title).join(' ') === words.join(' '))
  const isMine = ({ assignees }: FoundCard) => assignees.includes(ctx.caller.user_id)
  return (exact.length > 0 ? exact : titled).sort((one, other) => Number(isMine(other)) - Number(isMine(one)))
}

const makesDifference = ({ status, assignees, deadline, priority }: FoundCard, change: Change): boolean => {
  if (change.archived) return true
  if (change.priority) return change.priority !== priority
  if (change.status) return status !== change.status && mayBecome(status, change.status)
  if (change.user_ids) return change.user_ids.join() !== assignees.join()
  return change.deadline !== deadline
}
