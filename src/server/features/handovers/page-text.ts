import type { Language } from '#shared/contract/common'
import type { Log } from '#shared/contract/logs/log'
import { documentLink, logLink, plainWords, taskLink } from '../../platform/markdown'
import { interpolate, words } from './words.data'

interface NamedTask {
  id: number
  title: string
  deadline: string | null
  people: readonly { name: string }[]
}

/** What a handover tells. */
export interface HandoverFacts {
  from: string
  to: string
  language: Language
  timezone: string
  logbooks: readonly {
    id: number
    name: string
    total: number
    /** The newest, newest first. */
    logs: readonly Log[]
  }[]
  tasks: readonly { kind: 'late' | 'open' | 'done'; total: number; rows: readonly NamedTask[] }[]
}

/** The date of a handover, in the words of its language. */
export const dayOf = ({ to, language, timezone }: Pick<HandoverFacts, 'to' | 'language' | 'timezone'>): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: timezone }).format(new Date(to))

/** The markdown of a handover: each line leads to the log or the task that it rests on. */
export function handoverText({ from, to, language, timezone, logbooks, tasks }: HandoverFacts): string {
  const say = words[language]
  const moments = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone })
  const times = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: timezone })
  const moment = (at: string) => moments.format(new Date(at))
  const more = (total: number, shown: number) =>
    total > shown ? [`- ${interpolate(say.more, { count: String(total - shown) })}`] : []

  const logLine = (log: Log) => {
    const writer = log.created_by?.user_displayname ?? say.mate
    const by = interpolate(say.by, { time: times.format(new Date(log.created_at)), name: plainWords(writer) })
    return `- ${by}: ${logLink(log)}`
  }
  const logbook = ({ id, name, total, logs }: HandoverFacts['logbooks'][number]) => {
    const counts = new Map<string, number>()
    for (const { text } of logs.flatMap(log => log.labels)) counts.set(text, (counts.get(text) ?? 0) + 1)
    const labels = [...counts].map(([text, count]) => `${plainWords(text)} ${count}`).join(', ')
    const count = interpolate(total === 1 ? say.one : say.other, { count: String(total) })
    return [
      `### ${documentLink(id, name)}`,
      ...(labels ? [`${count}. ${interpolate(say.labels, { labels })}`] : [count]),
      [...logs.map(logLine), ...more(total, logs.length)].join('\n'),
    ]
  }
  const taskLine = ({ id, title, deadline, people }: NamedTask) => {
    const facts = [
      ...(deadline ? [interpolate(say.due, { when: moment(deadline) })] : []),
      ...people.map(({ name }) => plainWords(name)),
    ]
    return `- ${taskLink({ id, title })}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`
  }
  const written = logbooks.filter(({ total }) => total > 0)
  const listed = tasks.filter(({ total }) => total > 0)
  return [
    interpolate(say.range, { from: moment(from), to: moment(to) }),
    `## ${say.logbooks}`,
    ...(written.length > 0 ? written.flatMap(logbook) : [say.quiet]),
    ...(listed.length > 0 ? [`## ${say.tasks}`] : []),
    ...listed.flatMap(({ kind, total, rows }) => [
      `### ${say[kind]}`,
      [...rows.map(taskLine), ...more(total, rows.length)].join('\n'),
    ]),
  ].join('\n\n')
}
