import type { Reference } from '#shared/contract/mate/endpoints'
import { plainWords } from '../../platform/markdown'
import { nothingRead, type ParsedQuestion, type Speak, type Tool } from '../../platform/tool'
import { counting } from '../../platform/words/patterns'
import { branchesFor } from '../organisations/service'
import { countTasksPerPerson } from './found-store'
import { type TasksPerPersonFacts, TasksPerPersonInput } from './task-facts'
import { inputOf, scopeOf } from './task-question'
import { taskSayings } from './task-sayings.data'
import { taskWords } from './task-words.data'

/** People that one answer shows. */
const shown = 15

/** Mate’s tool for how many tasks each person has. */
export const tasksPerPersonTool: Tool<TasksPerPersonInput, TasksPerPersonFacts> = {
  name: 'count_tasks_per_person',
  description:
    'How many of the tasks that the person may see each member of the workspace is to do, those with the most first or those with the fewest. Filters as in find_tasks. `unassigned` counts the tasks that nobody is to do.',
  input: TasksPerPersonInput,
  question: {
    async inputFor(ctx, asked) {
      const { asks, perPerson, fewest, without } = taskWords[asked.language]
      if (!asks.test(asked.text) || !perPerson.test(asked.text) || asked.people.length > 0) return undefined
      const filter = await inputOf(ctx, asked)
      const isFewest = fewest.test(asked.text) || without.test(asked.text)
      return { ...TasksPerPersonInput.parse(filter), order: isFewest ? 'fewest' : 'most' }
    },
    write: (facts, asked, speak) =>
      taskWords[asked.language].without.test(asked.text)
        ? writePeopleWithout(facts, asked, speak)
        : writeCounts(facts, asked, speak),
  },
  async run(ctx, { order, ...filter }) {
    const [{ people, unassigned }, branches] = await Promise.all([countTasksPerPerson(ctx, filter), branchesFor(ctx)])
    const ordered = order === 'fewest' ? people.toSorted((one, other) => one.tasks - other.tasks) : people
    const listed = ordered.slice(0, shown)
    const spaces = branches.filter(({ id }) => filter.branch_ids?.includes(id)).map(branch => branch.branch_name)
    return {
      facts: {
        people: listed,
        more_people: people.length - listed.length,
        unassigned,
        asked: { status: filter.status, is_late: filter.is_late ?? false, spaces, words: filter.words ?? '' },
      },
      references: listed.map(personReference),
      read: nothingRead,
    }
  },
}

const personReference = ({ id, name }: { id: number; name: string }): Reference => ({ kind: 'person', id, title: name })

function writeCounts(
  { people, more_people, unassigned, asked }: TasksPerPersonFacts,
  question: ParsedQuestion,
  speak: Speak,
) {
  const say = taskSayings[question.language]
  const { figure } = counting(speak.locale)
  const lines = people.map(({ name, tasks }) => `- **${plainWords(name)}**: ${figure(tasks)}\n`)
  const nobodys = unassigned > 0 ? `- ${say.notAssigned}: ${figure(unassigned)}\n` : ''
  const more = more_people > 0 ? `\n${say.more(figure(more_people))}` : ''
  const heading = say.perPerson({ ...scopeOf(asked, question, speak), who: '' })
  return { text: `${heading}\n\n${lines.join('')}${nobodys}${more}`, cited: people.map(personReference) }
}

function writePeopleWithout({ people, asked }: TasksPerPersonFacts, question: ParsedQuestion, speak: Speak) {
  const say = taskSayings[question.language]
  const scope = { ...scopeOf(asked, question, speak), who: '' }
  const free = people.filter(({ tasks }) => tasks === 0)
  if (free.length === 0) return { text: say.everybodyHas(scope), cited: [] }
  const lines = free.map(({ name }) => `- **${plainWords(name)}**\n`)
  return { text: `${say.without(scope)}\n\n${lines.join('')}`, cited: free.map(personReference) }
}
