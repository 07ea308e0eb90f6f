import { BotMessage, type Reference } from '#shared/contract/mate/endpoints'
import { linkText } from '#shared/page/references'
import { addressesIn, withOtherWords } from '../../platform/model/links'
import type { MemberContext } from '../../platform/request-context'
import { type Titled as Place, titlesOf } from '../search/service'
import { phrasesFor } from './builtin/languages'
import { botText } from './message'
import type { MessageRow } from './store'

type Titles = Awaited<ReturnType<typeof titlesOf>>

/**
 * Messages with the current titles of logs, documents, jobs, tasks and messages. Whether the caller may still read them is checked again, for
 * all of them together: hidden and deleted ones have no title and no link [D6].
 */
export async function withCurrentTitles(ctx: MemberContext, rows: readonly MessageRow[]): Promise<MessageRow[]> {
  const answers = new Map(rows.flatMap(row => (row.is_from_ai ? read(row) : [])))
  const places = [...answers.values()].flatMap(placesIn)
  if (places.length === 0) return [...rows]
  const titles = await titlesOf(ctx, places)
  const gone = phrasesFor(ctx.caller.language).say.gone
  return rows.map(row => {
    const answer = answers.get(row.id)
    return answer ? { ...row, text: retitled(answer, titles, gone) } : row
  })
}

function read({ id, text }: MessageRow): [number, BotMessage][] {
  // Empty while it is being written.
  const said = text === '' ? undefined : BotMessage.safeParse(JSON.parse(text)).data
  return said ? [[id, said]] : []
}

/** The target of a link that shows a title; null for other links, such as a moment of a recording. */
function placeOf(address: string): Place | null {
  const instruction_id = /^#\/jobs\/(\d{1,15})$/.exec(address)?.[1]
  if (instruction_id !== undefined) return { kind: 'job', id: Number(instruction_id) }
  const task_id = /^#\/tasks\/(\d{1,15})$/.exec(address)?.[1]
  if (task_id !== undefined) return { kind: 'task', id: Number(task_id) }
  const message_id = /^#\/home\/messages\/\d{1,15}\?message=(\d{1,15})$/.exec(address)?.[1]
  if (message_id !== undefined) return { kind: 'message', id: Number(message_id) }
  const [, doc_id, log_id] = /^#\/docs\/(\d{1,15})(?:\?log=(\d{1,15}))?$/.exec(address) ?? []
  if (doc_id === undefined) return null
  return log_id === undefined ? { kind: 'document', id: Number(doc_id) } : { kind: 'log', id: Number(log_id) }
}

function placesIn({ message, details }: BotMessage): Place[] {
  return [
    ...addressesIn(message).flatMap(address => placeOf(address) ?? []),
    ...details.actions.flatMap(({ doc_id, job, task }): Place[] => [
      ...(doc_id === null ? [] : [{ kind: 'document' as const, id: doc_id }]),
      ...(job?.id ? [{ kind: 'job' as const, id: job.id }] : []),
      ...(task?.id ? [{ kind: 'task' as const, id: task.id }] : []),
    ]),
    ...details.references.flatMap(({ kind, id }) => (kind === 'person' ? [] : [{ kind, id }])),
  ]
}

function retitled({ message, details }: BotMessage, titles: Titles, gone: Record<Place['kind'], string>): string {
  const nowOf = ({ kind, id }: Place) => titles[kind].get(id)
  const said = new Map(details.references.map(({ kind, id, title }) => [`${kind} ${id}`, title]))
  const words = withOtherWords(message, (address, before) => {
    const place = placeOf(address)
    if (!place) return null
    const now = nowOf(place)
    if (now === undefined) return { words: gone[place.kind], isLink: false }
    const title = linkText(said.get(`${place.kind} ${place.id}`) ?? '')
    // A model may use other words for it.
    return title !== '' && before.includes(title)
      ? { words: before.replaceAll(title, () => linkText(now)), isLink: true }
      : null
  })
  const references = details.references.map((reference): Reference => {
    if (reference.kind === 'person') return reference
    const { kind, id } = reference
    const title = nowOf({ kind, id })
    return title === undefined ? { kind, id, title: gone[kind] } : { ...reference, title }
  })
  const options = [...details.options]
  const rename = (option: number, before: string, name: string) => {
    options[option] = (options[option] ?? '').replaceAll(before, () => name)
  }
  const actions = details.actions.map(action => {
    const { option, doc_id, doc_name: before, job, task } = action
    if (task?.id) {
      const title = nowOf({ kind: 'task', id: task.id }) ?? gone.task
      rename(option, task.title, title)
      return { ...action, task: { ...task, title } }
    }
    if (job?.id) {
      const name = nowOf({ kind: 'job', id: job.id }) ?? gone.job
      rename(option, job.name, name)
      return { ...action, job: { ...job, name } }
    }
    if (doc_id === null) return action
    const doc_name = nowOf({ kind: 'document', id: doc_id }) ?? gone.document
    rename(option, before, doc_name)
    return { ...action, doc_name }
  })
  return botText(words, { ...details, references, options, actions })
}
