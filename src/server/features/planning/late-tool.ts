import { z } from 'zod'
import { Id } from '#shared/contract/common'
import type { Reference } from '#shared/contract/mate/endpoints'
import { plainWords, taskLink } from '../../platform/markdown'
import type { MemberContext } from '../../platform/request-context'
import { nothingRead, type Tool } from '../../platform/tool'
import { wordsOf } from '../../platform/words/fold'
import { membersByIds } from '../organisations/service'
import { findTasksBy } from '../tasks/service'
import { planningSayings } from './mate-sayings.data'
import { planningWords } from './mate-words.data'
import { explain } from './service'

/** Tasks and people of one answer. */
const atMost = 10

const LateInput = z.object({
  user_ids: z.array(Id).max(atMost).optional(),
  words: z.string().max(200).optional(),
})
type LateInput = z.output<typeof LateInput>

interface TaskFact {
  /** Null if the caller may not see it. */
  id: number | null
  title: string
}

interface LateFacts {
  people: { id: number; name: string }[]
  late: { task: TaskFact; person: string; minutes: number; because: (TaskFact & { minutes: number })[] }[]
  unplaced: { task: TaskFact; person: string; minutes: number }[]
  /** The other tasks with the words. */
  others: { task: TaskFact; state: 'in_time' | 'no_estimate' | 'nobody' }[]
  has_words: boolean
}

/** Mate’s tool for what ends late, and why. */
export const lateTool: Tool<LateInput, LateFacts> = {
  name: 'explain_late',
  description:
    'Which tasks are planned to end after their deadline and by how much, what comes before them, and what finds no time: in the plans of people (`user_ids` from find_people, or the member who asks), or of open tasks whose titles have some words.',
  input: LateInput,
  async run(ctx, { user_ids, words }) {
    const tasks = words ? await tasksCalled(ctx, words) : null
    const asked = tasks ? tasks.flatMap(task => task.assignees) : (user_ids ?? [ctx.caller.user_id])
    const people = await membersByIds(ctx, [...new Set(asked)].slice(0, atMost))
    const report = people.length > 0 ? await explain(ctx, { for_user_ids: people.map(({ id }) => id) }) : null
    const isAsked = ({ task_id }: { task_id: number | null }) => !tasks || tasks.some(({ id }) => id === task_id)
    const person = (id: number) => people.find(candidate => candidate.id === id)?.name ?? ''
    const fact = ({ task_id, title }: { task_id: number | null; title: string }) => ({ id: task_id, title })
    const late = (report?.late ?? []).filter(isAsked).map(item => ({
      ...{ task: fact(item), person: person(item.user_id), minutes: item.minutes },
      because: item.because.map(reason => ({ ...fact(reason), minutes: reason.minutes })),
    }))
    const unplaced = (report?.unplaced ?? [])
      .filter(isAsked)
      .map(item => ({ task: fact(item), person: person(item.user_id), minutes: item.minutes }))
    const told = new Set([...late, ...unplaced].map(({ task }) => task.id))
    const others = (tasks ?? []).flatMap(({ id, title, assignees, estimate_minutes }) => {
      if (told.has(id)) return []
      const state = assignees.length === 0 ? 'nobody' : estimate_minutes === null ? 'no_estimate' : 'in_time'
      return [{ task: { id, title }, state: state as 'in_time' | 'no_estimate' | 'nobody' }]
    })
    const facts = { people, late, unplaced, others, has_words: tasks !== null }
    return { facts, references: referencesOf(facts), read: { ...nothingRead, people: people.length } }
  },
  question: {
    inputFor(_ctx, asked) {
      const { late, vocabulary } = planningWords[asked.language]
      if (!late.test(asked.text)) return undefined
      const words = asked.words.filter(word => !vocabulary.has(word))
      if (words.length > 0) return { words: words.join(' ') }
      return asked.people.length > 0 ? { user_ids: asked.people.map(({ id }) => id).slice(0, atMost) } : {}
    },
    write(facts, { language }, { locale }) {
      const say = planningSayings[language]
      const list = new Intl.ListFormat(locale, { type: 'conjunction' })
      const named = ({ id, title }: TaskFact) => (id === null ? say.hidden : taskLink({ id, title }))
      const lines = [
        ...facts.late.map(({ task, person, minutes, because }) => {
          const before = because.map(reason => `${named(reason)} (${say.duration(reason.minutes)})`)
          const why = before.length > 0 ? say.because(list.format(before)) : say.noReason
          return `${say.endsLate(named(task), plainWords(person), say.duration(minutes))} ${why}`
        }),
        ...facts.unplaced.map(({ task, person, minutes }) =>
          say.unplaced(named(task), plainWords(person), say.duration(minutes)),
        ),
        ...facts.others.map(({ task, state }) => say[states[state]](named(task))),
      ]
      const names = list.format(facts.people.map(({ name }) => plainWords(name)))
      const nothing = facts.has_words ? say.noTask : say.nothingLate(names)
      const text = lines.length > 0 ? lines.map(line => `- ${line}\n`).join('') : nothing
      return { text, cited: referencesOf(facts) }
    },
  },
}

const states = { in_time: 'inTime', no_estimate: 'noEstimate', nobody: 'nobody' } as const

function referencesOf({ late, unplaced, others }: LateFacts): Reference[] {
  const tasks = [...late, ...unplaced, ...others].map(({ task }) => task)
  const all = [...tasks, ...late.flatMap(({ because }) => because)]
  return all.flatMap(({ id, title }) => (id === null ? [] : [{ kind: 'task' as const, id, title }]))
}

async function tasksCalled(ctx: MemberContext, words: string) {
  const { rows } = await findTasksBy(ctx, { words }, 50)
  const titled = rows.filter(({ title }) => wordsOf(words).every(word => wordsOf(title).includes(word)))
  return (titled.length > 0 ? titled : rows).slice(0, atMost)
}
