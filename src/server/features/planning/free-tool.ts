import { z } from 'zod'
import { Id, Instant } from '#shared/contract/common'
import { apiError } from '#shared/errors'
import { plainWords } from '../../platform/markdown'
import { nothingRead, type Tool } from '../../platform/tool'
import { counting } from '../../platform/words/patterns'
import { findPeople, membersByIds } from '../organisations/service'
import { askedTime, instantsOf } from './asked-time'
import { planningSayings } from './mate-sayings.data'
import { planningWords } from './mate-words.data'
import { scheduleAddress } from './schedule-tool'
import { freeTimes } from './service'

/** Shorter free times are no help, in milliseconds. */
const shortest = 15 * 60_000
const longest = 14 * 86_400_000
/** The members that are looked at unless people are given: their plans are made together. */
const membersAtMost = 200

const FreeInput = z.object({ user_ids: z.array(Id).max(50).optional(), from: Instant, to: Instant })
type FreeInput = z.output<typeof FreeInput>

interface FreeFacts {
  from: string
  to: string
  /** The members of whom `people` are the first, or how many were asked about. */
  total: number
  people: {
    id: number
    name: string
    free: { from: string; to: string }[]
    is_free_all_the_time: boolean
    /** Whether they have no working time then. */
    is_off: boolean
  }[]
}

/** Mate’s tool for who has time. */
export const freeTool: Tool<FreeInput, FreeFacts> = {
  name: 'find_free',
  description: `Who has working time without a planned task between two instants, within the next 14 days: of some people (\`user_ids\` from find_people) or of the organisation, the first ${membersAtMost} by name (\`total\` counts all). \`free\` are the free times of each person.`,
  input: FreeInput,
  async run(ctx, { user_ids, from, to }) {
    const within = { from: Date.parse(from), to: Date.parse(to) }
    if (within.to <= within.from || within.to - within.from > longest)
      throw apiError('request.invalid', {
        issues: [{ path: 'to', message: 'After `from`, and within 14 days of it.' }],
      })
    const given = user_ids?.length ? await membersByIds(ctx, user_ids) : null
    const { people: members, total } = given
      ? { people: given, total: given.length }
      : await findPeople(ctx, { limit: membersAtMost })
    const ids = members.map(({ id }) => id)
    const times = new Map((await freeTimes(ctx, ids, within)).map(found => [found.user_id, found]))
    const people = members.map(({ id, name }) => {
      const { free: spans = [], works = false } = times.get(id) ?? {}
      const free = spans.filter(span => span.to - span.from >= Math.min(shortest, within.to - within.from))
      return {
        ...{ id, name, is_off: !works },
        is_free_all_the_time: free.some(span => span.from === within.from && span.to === within.to),
        free: free.map(span => ({ from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() })),
      }
    })
    return {
      facts: { from, to, total, people },
      references: people.map(({ id, name }) => ({ kind: 'person', id, title: name })),
      addresses: [scheduleAddress],
      read: { ...nothingRead, people: people.length },
    }
  },
  question: {
    inputFor(ctx, asked) {
      // “When is bay 2 free?” asks what a logbook of that name says.
      const isOfThings = asked.documents.length > 0 && !asked.isAhead
      if (!planningWords[asked.language].free.test(asked.text) || isOfThings) return undefined
      const { from, to } = instantsOf(ctx, askedTime(ctx, asked))
      const isSelf =
        asked.people.length === 0 &&
        /\b(?:am i|i am)\b|\b(?:bin ich|habe ich)\b|\b(?:estoy|tengo)\b|(?:मैं|मेरे पास)/u.test(asked.text)
      const user_ids = isSelf ? [ctx.caller.user_id] : asked.people.map(({ id }) => id)
      if (to <= from) return undefined
      return {
        ...{ from: new Date(from).toISOString(), to: new Date(to).toISOString() },
        ...(user_ids.length > 0 && { user_ids }),
      }
    },
    write({ from, to, total, people }, { language, time: asked, people: named }, { locale, time }) {
      const say = planningSayings[language]
      const list = new Intl.ListFormat(locale, { type: 'conjunction' })
      const when = `${asked?.said ?? ''}, ${time(from)}–${time(to)}`
      const { figure } = counting(locale)
      const free = people.filter(person => person.free.length > 0)
      // Of people who were not asked for by name it is enough that they are not free.
      const off = people.filter(({ is_off }) => is_off && named.length > 0).map(({ name }) => plainWords(name))
      const others = people
        .filter(person => person.free.length === 0 && !(person.is_off && named.length > 0))
        .map(({ name }) => plainWords(name))
      const lines = free.map(person => {
        const times = person.free.map(span => `${time(span.from)}–${time(span.to)}`)
        return `- **${plainWords(person.name)}**: ${person.is_free_all_the_time ? say.allOfIt : times.join(', ')}\n`
      })
      const heading =
        free.length > 0
          ? `${say.freeHeading(when)}\n\n${lines.join('')}\n`
          : named.length > 0
            ? ''
            : `${say.nobodyFree(when)} `
      const rest = others.length > 0 ? `${say.notFree(list.format(others))} ` : ''
      const away = off.length > 0 ? `${say.off(list.format(off), when)} ` : ''
      const limited = total > people.length ? `${say.onlyFirst(figure(people.length), figure(total))} ` : ''
      return {
        text: `${heading}${away}${rest}${limited}[${say.openSchedule}](${scheduleAddress})`,
        cited: free.map(({ id, name }) => ({ kind: 'person' as const, id, title: name })),
      }
    },
  },
}
