import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { Id, Instant, type Language } from '#shared/contract/common'
import type { RunReason, RunStatus } from '#shared/contract/jobs/job'
import type { Reference } from '#shared/contract/mate/endpoints'
import { linkText } from '#shared/page/references'
import { logLink, plainWords } from '../../platform/markdown'
import type { MemberContext } from '../../platform/request-context'
import type { ParsedQuestion, ToolQuestion } from '../../platform/tool'
import { folded } from '../../platform/words/fold'
import { anyOf, type Pattern } from '../../platform/words/patterns'
import { jobSayings } from './jobs-sayings.data'
import { jobNames } from './store'

export const RunsInput = z.object({
  /** The jobs; empty means all. */
  job_ids: z.array(Id).max(20).default([]),
  at: Instant,
})
export type RunsInput = z.output<typeof RunsInput>

export interface RunFact {
  job: string
  /** Where the app shows the job. */
  address: string
  began_at: string
  status: RunStatus
  reason: RunReason | null
  title: string | null
  content: string
  /** The log that it wrote, if the person may read it. */
  log: { id: number; doc_id: number; title: string } | null
}

export interface RunFacts {
  at: string
  runs: RunFact[]
}

const clock = '(\\d{1,2})(?:[:.](\\d{2}))?'
/** The numbers of people who write them out, from one to twelve. */
const written = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** What a job saw at a time of day: its groups are the hour, the minute, and what says which half of the day. */
const asks: Record<Language, Pattern> = {
  en: anyOf(
    `what (?:did|has) (?:.{1,120}? )?(?:see|seen|find|found|notice|noticed|write|written|report|reported|look at) (?:at|around|about) ${clock} ?(am|pm|a\\.m\\.|p\\.m\\.)?`,
  ),
  de: anyOf(
    `was (?:hat|sah|fand|schrieb) (?:.{1,120}? )?um ${clock}(?: uhr)?( morgens| abends| nachmittags)?(?: \\p{L}+){0,3}`,
  ),
  es: anyOf(
    `qué (?:vio|ha visto|encontró|escribió|notó) (?:.{1,120}? )?a las? ${clock}( de la mañana| de la tarde| de la noche)?`,
  ),
  hi: anyOf(`(?:.{1,120}? )?(सुबह |शाम |रात )?${clock} बजे क्या (?:देखा|पाया|लिखा)`),
}
const isLate = /^p|abends|nachmittags|tarde|noche|शाम|रात/
const isEarly = /^a|morgens|mañana|सुबह/

const sayings: Record<Language, { before(time: string): string; none(time: string): string; nothing: string }> = {
  en: {
    before: time => `The newest runs by ${time}:`,
    none: time => `No job that you can see ran in the day before ${time}.`,
    nothing: 'it found nothing to write',
  },
  de: {
    before: time => `Die neuesten Läufe bis ${time}:`,
    none: time => `In dem Tag vor ${time} lief kein Job, den du sehen kannst.`,
    nothing: 'er fand nichts zu schreiben',
  },
  es: {
    before: time => `Las últimas ejecuciones hasta ${time}:`,
    none: time => `Ningún trabajo que puedas ver se ejecutó en el día anterior a ${time}.`,
    nothing: 'no encontró nada que escribir',
  },
  hi: {
    before: time => `${time} तक के सबसे नए रन:`,
    none: time => `${time} से पहले के दिन में ऐसा कोई जॉब नहीं चला जिसे आप देख सकें।`,
    nothing: 'लिखने को कुछ नहीं मिला',
  },
}

/** Characters of a text that the answer shows. */
const excerpt = 240

/** “What did the gate watch see at ten?” [D25, D29]. */
export const runsQuestion: ToolQuestion<RunsInput, RunFacts> = {
  async inputFor(ctx, asked) {
    const at = timeIn(ctx, asked)
    if (at === undefined) return undefined
    const said = folded(asked.text)
    const named = (await jobNames(ctx)).filter(({ name }) => name.trim() !== '' && said.includes(folded(name)))
    return { job_ids: named.map(({ id }) => id).slice(0, 20), at }
  },
  write({ at, runs }, { language }, speak) {
    const say = sayings[language]
    if (runs.length === 0) return { text: say.none(speak.time(at)), cited: [] }
    const lines = runs.map(run => {
      const { job, address, began_at } = run
      return `- [${linkText(job)}](${address}), ${speak.time(began_at)}: ${outcome(run, language)}\n`
    })
    return { text: `${say.before(speak.time(at))}\n\n${lines.join('')}`, cited: runs.flatMap(referenceOf) }
  },
}

/** The log of a run, as a thing that an answer may link. */
export const referenceOf = ({ log }: RunFact): Reference[] => (log ? [{ kind: 'log', ...log }] : [])

function outcome({ status, reason, title, content, log }: RunFact, language: Language): string {
  const { reasons, running } = jobSayings[language]
  if (status === 'failed' || status === 'skipped') return reasons[reason ?? 'unexpected']
  if (status !== 'succeeded') return running
  if (title === null) return sayings[language].nothing
  const words = content === '' ? '' : `: ${plainWords(content.slice(0, excerpt))}${content.length > excerpt ? '…' : ''}`
  return `${log ? logLink(log) : plainWords(title)}${words}`
}

/** The instant that a question names; a time without a half of the day is the newest one that has passed. */
function timeIn({ caller, now }: MemberContext, { text, language, time }: ParsedQuestion): string | undefined {
  const figures = written.reduce(
    (rest, word, index) => rest.replace(new RegExp(`\\b(at|around|about) ${word}\\b`), `$1 ${index + 1}`),
    text,
  )
  const found = asks[language].exec(figures)
  if (!found) return undefined
  const [half = '', hour = '', minute = '0'] =
    language === 'hi' ? found.slice(1, 4) : [found[3] ?? '', found[1] ?? '', found[2] ?? '0']
  const [hours, minutes] = [Number(hour), Number(minute)]
  if (hours > 24 || minutes > 59) return undefined
  const zoned = (instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(caller.timezone)
  const day = zoned(time?.from ?? now).startOfDay()
  const word = half.trim()
  const halves = isLate.test(word) ? [1] : isEarly.test(word) || hours > 12 ? [0] : [0, 1]
  const times = halves
    .map(late => day.add({ hours: (hours % 12) + late * 12 + (hours > 12 ? 12 : 0), minutes }))
    .map(at => at.toInstant().toString({ smallestUnit: 'millisecond' }))
  const passed = times.filter(at => Date.parse(at) <= Date.parse(now))
  if (passed.length > 0) return passed.at(-1)
  // Nobody asks what was seen at a time to come.
  return time
    ? times[0]
    : day
        .subtract({ days: 1 })
        .add({ hours: hours % 24, minutes })
        .toInstant()
        .toString()
}
