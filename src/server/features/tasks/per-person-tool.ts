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
import { askedTasks } from './tools'

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
    const [counted, branches] = await Promise.all([countTasksPerPerson(ctx, filter, order, shown), branchesFor(ctx)])
    return {
      facts: { ...counted, asked: askedTasks(filter, branches) },
      references: counted.people.map(personReference),
      read: nothingRead,
    }
  },
}

const personReference = ({ id, name }: { id: number; name: string }): Reference => ({ kind: 'person', id, title: name })

function writeCounts(
  { people, members, unassigned, asked }: TasksPerPersonFacts,
  question: ParsedQuestion,
  speak: Speak,
) {
  const say = taskSayings[question.language]
  const { figure } = counting(speak.locale)
  const lines = people.map(({ name, tasks }) => `- **${plainWords(name)}**: ${figure(tasks)}\n`)
  const nobodys = unassigned > 0 ? `- ${say.notAssigned}: ${figure(unassigned)}\n` : ''
  const heading = say.perPerson({ ...scopeOf(asked, question, speak), who: '' })
  return {
    text: `${heading}\n\n${lines.join('')}${nobodys}${others(members - people.length, question, speak)}`,
    cited: people.map(personReference),
  }
}

function writePeopleWithout({ people, without, asked }: TasksPerPersonFacts, question: ParsedQuestion, speak: Speak) {
  const say = taskSayings[question.language]
  const scope = { ...scopeOf(asked, question, speak), who: '' }
  const named = people.filter(({ tasks }) => tasks === 0)
  if (named.length === 0) return { text: say.everybodyHas(scope), cited: [] }
  const lines = named.map(({ name }) => `- **${plainWords(name)}**\n`)
  return {
    text: `${say.without(scope)}\n\n${lines.join('')}${others(without - named.length, question, speak)}`,
    cited: named.map(personReference),
  }
}

/** How many people the answer leaves out, if any. */
const others = (count: number, { language }: ParsedQuestion, { locale }: Speak): string =>
  count > 0 ? `\n${taskSayings[language].more(counting(locale).figure(count))}` : ''
