import type { Language } from '#shared/contract/common'
import type { Reference } from '#shared/contract/mate/endpoints'
import type { TaskStatus } from '#shared/rules/task-status'
import { plainWords, taskLink } from '../../platform/markdown'
import type { MemberContext } from '../../platform/request-context'
import type { ParsedQuestion, Speak, ToolQuestion } from '../../platform/tool'
import { folded } from '../../platform/words/fold'
import { anyOf, counting, type Pattern } from '../../platform/words/patterns'
import { branchesFor } from '../organisations/service'
import type { AskedTasks, TaskFact, TaskFacts, TasksInput } from './task-facts'
import { type Scope, taskSayings } from './task-sayings.data'
import { taskWords } from './task-words.data'

/** Tasks that one answer shows. */
const shown = 15

/** Questions about tasks: whose or nobody’s, of which space, label or status, what is due and what is late [D25]. */
export const tasksQuestion: ToolQuestion<TasksInput, TaskFacts> = {
  inputFor(ctx, asked) {
    const { asks, why } = taskWords[asked.language]
    return asks.test(asked.text) && !why.test(asked.text) ? inputOf(ctx, asked) : undefined
  },
  planned: (ctx, asked) => (asked.time ? undefined : inputOf(ctx, asked)),
  write({ tasks, total, asked: { is_mine, is_unassigned, ...asked } }, question, speak) {
    const { language, people } = question
    const say = taskSayings[language]
    const { figure } = counting(speak.locale)
    const who = is_unassigned ? say.unassigned : is_mine ? say.mine : ''
    const named =
      people.length > 0
        ? say.of(
            listed(
              people.map(({ name }) => name),
              speak,
            ),
          )
        : ''
    const scope = { ...scopeOf(asked, question, speak), who: who || named }
    if (tasks.length === 0) return { text: say.none(scope), cited: [] }
    const lines = tasks.slice(0, shown).map(task => `- ${line(task, language, speak, is_mine)}\n`)
    const more = total > shown ? `\n${say.more(figure(total - shown))}` : ''
    return {
      text: `${say.some(total, figure(total), scope)}\n\n${lines.join('')}${more}`,
      cited: tasks.slice(0, shown).map(taskReference),
    }
  },
}

const listed = (names: readonly string[], { locale }: Speak) =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(names.map(plainWords))

/** What an answer is about, without whose tasks. */
export function scopeOf(
  { status, is_late, spaces, words }: AskedTasks,
  { language, time }: ParsedQuestion,
  speak: Speak,
): Omit<Scope, 'who'> {
  const say = taskSayings[language]
  return {
    kind: is_late ? 'late' : status,
    when: time ? (status === 'done' ? time.said : say.due(time.said)) : '',
    where: spaces.length > 0 ? say.inSpace(listed(spaces, speak)) : '',
    about: words === '' ? '' : say.about(plainWords(words)),
  }
}

export const taskReference = ({ id, title }: Pick<TaskFact, 'id' | 'title'>): Reference => ({ kind: 'task', id, title })

/** A task: its link, and what is known of it. */
function line(task: TaskFact, language: Language, { time }: Speak, isMine: boolean): string {
  const say = taskSayings[language]
  const { people, space, status, deadline, is_late, estimate_minutes } = task
  const parts = [
    !isMine && people.length > 0 && people.map(({ name }) => plainWords(name)).join(', '),
    plainWords(space),
    status !== 'todo' && say.status[status],
    deadline !== null && (is_late ? say.lateSince(time(deadline)) : say.dueAt(time(deadline))),
    estimate_minutes !== null && say.minutes(estimate_minutes),
  ]
  return `${taskLink(task)}: ${parts.filter(Boolean).join(', ')}`
}

export async function inputOf(ctx: MemberContext, asked: ParsedQuestion): Promise<TasksInput> {
  const { language, time, questions } = asked
  const { mine, late, unassigned, statuses, vocabulary } = taskWords[language]
  const spaces = await spacesIn(ctx, questions)
  const status =
    (Object.keys(statuses) as TaskStatus[]).find(candidate => statuses[candidate]?.test(asked.text)) ?? 'open'
  const isMine = asked.people.length === 0 && mine.test(asked.text)
  const labels = questions.flatMap(question =>
    [...question.matchAll(/#([\p{L}\p{M}\p{N}_-]{1,40})/gu)].map(found => found[1] ?? ''),
  )
  const left = new Set([
    ...labels,
    ...spaces.flatMap(({ branch_name }) => branch_name.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u)),
  ])
  const words = asked.words.filter(word => !vocabulary.has(word) && !left.has(word))
  const user_ids = isMine ? [ctx.caller.user_id] : asked.people.map(({ id }) => id)
  return {
    status,
    limit: shown,
    ...(user_ids.length > 0 && { user_ids }),
    ...(user_ids.length === 0 && unassigned.test(asked.text) && { is_unassigned: true }),
    ...(spaces.length > 0 && { branch_ids: spaces.map(({ id }) => id) }),
    ...(labels.length > 0 && {
      labels: labels.filter(label => !spaces.some(space => isNamed(`#${label}`, space.branch_name))),
    }),
    ...(late.test(asked.text) && status === 'open' && { is_late: true }),
    ...(time &&
      (status === 'done' ? { done_from: time.from, done_to: time.to } : { due_from: time.from, due_to: time.to })),
    ...(words.length > 0 && { words: words.join(' ') }),
  }
}

/** The spaces that the newest of the questions which names one names. */
async function spacesIn(ctx: MemberContext, questions: readonly string[]) {
  const branches = await branchesFor(ctx)
  const named = questions.map(question => branches.filter(({ branch_name }) => isNamed(question, branch_name)))
  return named.find(found => found.length > 0) ?? []
}

/** Whether a text has a name as whole words, or without its spaces after a `#`. */
export function isNamed(text: string, name: string): boolean {
  const said = folded(text)
  const wanted = folded(name).trim()
  if (wanted === '') return false
  return whole(wanted).test(said) || said.includes(`#${wanted.replace(/[\s._-]+/g, '')}`)
}

const whole = (name: string): Pattern => anyOf(name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
