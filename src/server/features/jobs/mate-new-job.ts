import { z } from 'zod'
import type { Language } from '#shared/contract/common'
import { JobDestination, JobFields, JobSchedule, JobSource, WritesWhen } from '#shared/contract/jobs/job'
import { job as limits } from '#shared/contract/jobs/limits'
import { ApiError } from '#shared/errors'
import { can } from '#shared/rules/capabilities'
import { parseSchedulePhrase, type ScheduledPhrase } from '#shared/rules/schedule-phrase'
import { documentLink, plainWords } from '../../platform/markdown'
import type { MemberContext } from '../../platform/request-context'
import { nameSaid, type Requested, type Speak } from '../../platform/tool'
import { anyOf } from '../../platform/words/patterns'
import { documentsNamedIn, requireLogbook } from '../documents/service'
import { sourcesNamedIn } from '../sources/service'
import { jobActionSayings } from './mate-actions-sayings.data'
import { nextTimes } from './schedule'

const { minute_interval, instruction_schedule, instruction_one_time, allowed_time_ranges, allowed_weekdays } =
  JobSchedule.shape

/** A new job as far as it is known; the person completes it in the editor. */
export const NewJob = z.object({
  name: JobFields.shape.instruction_text.optional(),
  prompt: z.string().trim().max(limits.promptLength).default(''),
  schedule: z
    .object({ minute_interval, instruction_schedule, instruction_one_time, allowed_time_ranges, allowed_weekdays })
    .optional(),
  camera_ids: JobSource.shape.feed_ids,
  screen_user_ids: JobSource.shape.user_ids,
  read_logbook_ids: JobSource.shape.logbook_ids,
  write_logbook_ids: JobDestination.shape.logbook_ids,
  writes_when: WritesWhen.optional(),
})
export type NewJob = z.output<typeof NewJob>

/** “Make a job that …”, with a name as its first group. */
const introductions: Record<Language, RegExp> = {
  en: /^(?:(?:please|can you|could you|mate),? )*(?:make|create|set up|add|schedule|plan)(?: me| us)? (?:an?|one)(?: new)? (?:job|automation)(?: (?:called|named) ["“]?(.{1,120}?)["”]?(?=,| that | which | to |:|$))?(?:,? (?:that|which|to)(?= )|[,:])?\s*/iu,
  de: /^(?:(?:bitte|kannst du|mate),? )*(?:erstelle?|lege?|mache?|plane?)(?: mir| uns)? (?:einen|ein)(?: neuen)? (?:job|auftrag)(?: an)?(?: namens ["„“]?(.{1,120}?)["“”]?(?=,|:|$))?(?:,? (?:der|das)(?= )|[,:])?\s*/iu,
  es: /^(?:(?:por favor|puedes|mate),? )*(?:crea|crear|haz|programa|prepara)(?:me)? (?:un|una)(?: nuevo| nueva)? (?:trabajo|tarea programada)(?: llamad[oa] ["“«]?(.{1,120}?)["”»]?(?=,| que |:|$))?(?:,? que(?= )|[,:])?\s*/iu,
  hi: /^(?:कृपया )?(?:एक )?(?:नया )?(?:(.{1,120}?) नाम का )?(?:जॉब|काम) (?:बनाओ|बनाएँ|बनाएं|बनाइए|बना दो)(?:[,:।]|,? जो(?= ))?\s*/iu,
}

/** How a sentence without an introduction begins. */
const order = /^(?:please )?(?:looks?|watch|check|read|count|monitor|summari[sz]e|write|note|tell|record|report)\b/i

/** Longer texts are no request for a job. */
const longest = 2_000
const nameLength = 60

/** “Every weekday at 9 look at the Yard camera and write to the Yard log …”: a new job, as far as it is understood. */
export async function requestedJob(
  ctx: MemberContext,
  question: string,
  language: Language,
): Promise<Requested<NewJob> | undefined> {
  const said = question.replace(/\s+/g, ' ').trim()
  if (said.length > longest) return undefined
  const introduced = introductions[language].exec(said)
  const sentence = said.slice(introduced?.[0].length ?? 0).trim()
  const phrase = parseSchedulePhrase(sentence, language)
  if (!introduced && !(phrase && (phrase.isFirst || order.test(sentence)))) return undefined
  const places = await placesIn(ctx, sentence)
  const isOfPlaces = places.cameras.length + places.screens.length + places.read.length + places.write.length > 0
  // “Every day …” without anything to look at may as well begin a question.
  if (!introduced && !isOfPlaces) return undefined
  const say = jobActionSayings[language]
  if (!can(ctx.member, 'jobs.create')) return { inputs: [], write: () => say.mayNotMake }
  const prompt = capitalised(
    (phrase?.rest ?? sentence).replace(/[\s.]+$/, '').replace(/^(?:it )?(?:that|which|to) /i, ''),
  )
  const name = nameOf(introduced?.[1]?.trim() || prompt)
  const schedule = phrase ? scheduleOf(phrase) : undefined
  const input: NewJob = {
    ...(name !== '' && { name }),
    prompt: prompt.slice(0, limits.promptLength),
    ...(schedule && { schedule }),
    camera_ids: idsOf(places.cameras, limits.sources),
    screen_user_ids: idsOf(places.screens, limits.sources),
    read_logbook_ids: idsOf(places.read, limits.sources),
    write_logbook_ids: idsOf(places.write, limits.destinations),
  }
  return { inputs: [input], write: (_proposals, speak) => described(ctx, { places, schedule, language }, speak) }
}

const scheduleOf = ({ schedule }: ScheduledPhrase): NonNullable<NewJob['schedule']> => ({
  minute_interval: schedule.minute_interval,
  instruction_schedule: schedule.instruction_schedule,
  instruction_one_time: null,
  allowed_time_ranges: [...schedule.allowed_time_ranges],
  allowed_weekdays: schedule.allowed_weekdays && [...schedule.allowed_weekdays],
})

const capitalised = (text: string) => text.slice(0, 1).toLocaleUpperCase() + text.slice(1)

/** What the job finds out, or the beginning of what it does. */
function nameOf(prompt: string): string {
  const found = /\b((?:whether|if) .+)$/i.exec(prompt)?.[1]?.replace(/^if /i, 'whether ')
  const text = capitalised(found ?? prompt)
  return text.length <= nameLength ? text : `${text.slice(0, nameLength).replace(/\s+\S*$/, '')}…`
}

interface Place {
  kind: 'camera' | 'screen' | 'logbook'
  id: number
  name: string
  /** How the sentence calls it, unless by its whole name. */
  said?: string
}

/** What a sentence names that the caller may see, and for `write`, write to. */
interface Places {
  cameras: Place[]
  screens: Place[]
  read: Place[]
  write: Place[]
}

const idsOf = (places: readonly Place[], most: number) => [...new Set(places.map(({ id }) => id))].slice(0, most)

async function placesIn(ctx: MemberContext, sentence: string): Promise<Places> {
  const [sources, documents] = await Promise.all([sourcesNamedIn(ctx, sentence), documentsNamedIn(ctx, sentence)])
  const found = named(sentence, [
    ...sources.map(({ source, name }): Place => {
      return source.kind === 'camera'
        ? { kind: 'camera', id: source.camera_id, name }
        : { kind: 'screen', id: source.user_id, name }
    }),
    ...documents
      .filter(({ type }) => type === 'logbook')
      .map(({ id, name, said = name }): Place => ({ kind: 'logbook', id, name, said })),
  ])
  const cameras = found.filter(({ place, after, before }) => place.kind === 'camera' && isLookedAt(before, after))
  const logbooks = found.filter(({ place }) => place.kind === 'logbook')
  const hasPictures = cameras.length > 0
  const places: Places = {
    cameras: cameras.map(({ place }) => place),
    screens: found.flatMap(({ place }) => (place.kind === 'screen' ? place : [])),
    read: [],
    write: [],
  }
  for (const { place, before, after } of logbooks) {
    if (!isWrittenTo(before, after, hasPictures)) places.read.push(place)
    else if (await isWritable(ctx, place.id)) places.write.push(place)
  }
  return places
}

async function isWritable(ctx: MemberContext, doc_id: number): Promise<boolean> {
  return requireLogbook(ctx, doc_id).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError) return false
      throw error
    },
  )
}

interface Found {
  place: Place
  before: string
  after: string
}

/** Where the names stand, each once, the longest first: “Yard” is not looked for within “Yard log”. */
function named(sentence: string, places: readonly Place[]): Found[] {
  const text = sentence.toLowerCase().replace(/[’‘]/g, "'")
  let rest = text
  return [...places]
    .sort((one, other) => nameSaid(other).length - nameSaid(one).length)
    .flatMap(place => {
      const name = nameSaid(place).trim().toLowerCase().replace(/[’‘]/g, "'")
      const match = name === '' ? null : anyOf(name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).exec(rest)
      if (!match) return []
      const end = match.index + match[0].length
      rest = rest.slice(0, match.index) + ' '.repeat(match[0].length) + rest.slice(end)
      return { place, before: text.slice(0, match.index), after: text.slice(end) }
    })
}

/** What is asked about the picture may have the name of another camera. */
const isLookedAt = (before: string, after: string) =>
  !/\b(?:whether|if)\b/.test(before) || /^ (?:camera|feed|cam)\b/.test(after)

const verbs =
  /\b(?:(?<write>writes?|puts?|adds?|saves?|records?|reports?|tells?|notes?(?= )|logs?(?= (?:it |this |that )?(?:in|into|to)\b))|looks?|watch(?:es)?|checks?|reads?|counts?|monitors?|summari[sz]es?|compares?)\b/g

/** What stands before the name of a place into which something is written. */
const intoIt = /(?<!\p{L})(?:in|into|to|ins|en|al)(?: the| our| my| das| den| die| unser| mein| el| la)? [„“«"]?$/u

/** Whether the verb before the name of a logbook writes; a job that only looks at pictures writes to its logbooks. */
function isWrittenTo(before: string, after: string, hasPictures: boolean): boolean {
  const last = [...before.matchAll(verbs)].at(-1)
  if (last?.groups?.write) return true
  return hasPictures && (intoIt.test(before) || /^ में(?!\p{L})/u.test(after))
}

interface Understood {
  places: Places
  schedule: NewJob['schedule']
  language: Language
}

/** What was understood, as a list, and what the person still has to choose. */
function described(
  { app, caller, now }: MemberContext,
  { places, schedule, language }: Understood,
  speak: Speak,
): string {
  const say = jobActionSayings[language]
  const list = (names: readonly string[]) => new Intl.ListFormat(say.locale, { type: 'conjunction' }).format(names)
  const linked = (of: readonly Place[]) => list(of.map(({ id, name }) => documentLink(id, name)))
  const pictures = [...places.cameras, ...places.screens].map(({ name }) => plainWords(name))
  const times = schedule
    ? nextTimes(
        {
          schedule: JobSchedule.parse({ ...schedule, timezone: caller.timezone }),
          scheduled_at: now,
          executions: 0,
          working_hours: null,
        },
        app.clock.now(),
      ).slice(0, 2)
    : []
  const lines = [
    pictures.length > 0 ? say.looksAt(list(pictures)) : null,
    places.read.length > 0 ? say.reads(linked(places.read)) : null,
    pictures.length + places.read.length === 0 ? say.chooseSource : null,
    places.write.length > 0 ? say.writesTo(linked(places.write)) : say.chooseLogbook,
    times.length > 0 ? say.runsAt(list(times.map(speak.time))) : say.chooseTime,
  ].flatMap(line => (line === null ? [] : `- ${line}\n`))
  return `${say.newJob}\n\n${lines.join('')}`
}
