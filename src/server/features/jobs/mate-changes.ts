import type { Language } from '#shared/contract/common'
import { mate } from '#shared/contract/mate/limits'
import { linkText } from '#shared/page/references'
import { questionLink } from '../../platform/markdown'
import type { MemberContext } from '../../platform/request-context'
import type { Requested } from '../../platform/tool'
import { folded, wordsOf } from '../../platform/words/fold'
import { anyOf, type Pattern } from '../../platform/words/patterns'
import { type JobChange, jobActionSayings } from './mate-actions-sayings.data'
import { type JobName, jobNames } from './store'

/** The request for a change, with what it is about as its first group. Matched in lower case. */
const requests: Record<Language, Record<JobChange, RegExp>> = {
  en: {
    pause: /^(?:(?:please|can you|could you|mate),? )*(?:pause|stop|halt|suspend) (.+)$/u,
    resume:
      /^(?:(?:please|can you|could you|mate),? )*(?:resume|continue|unpause|restart|reactivate|start(?!.* now$)) (.+)$/u,
    run: /^(?:(?:please|can you|could you|mate),? )*(?:run|execute|trigger|start(?=.* now$)) (.+?)(?: (?:right )?now| once)*$/u,
  },
  de: {
    pause: /^(?:(?:bitte|kannst du|mate),? )*(?:pausiere?|stoppe?|halte?) (.+?)(?: bitte)?(?: an)?$/u,
    resume:
      /^(?:(?:bitte|kannst du|mate),? )*(?:setze? (?=.* fort$)|reaktiviere |starte? (?=.* wieder$))(.+?) ?(?:fort|wieder)?$/u,
    run: /^(?:(?:bitte|kannst du|mate),? )*(?:führe? (?=.* aus$)|starte? (?!.* wieder$)|lass (?=.* laufen$))(.+?)(?: jetzt| sofort| einmal)*(?: aus| laufen)?$/u,
  },
  es: {
    pause: /^(?:(?:por favor|puedes|mate),? )*(?:pausa|pausar|detén|deten|detener|para(?! qu[eé] )) (.+)$/u,
    resume: /^(?:(?:por favor|puedes|mate),? )*(?:reanuda|reanudar|continúa|continua|reactiva|reactivar) (.+)$/u,
    run: /^(?:(?:por favor|puedes|mate),? )*(?:ejecuta|ejecutar|corre|inicia|lanza) (.+?)(?: ahora(?: mismo)?| ya)*$/u,
  },
  hi: {
    pause: /^(?:कृपया )?(.+?)(?: को)? (?:रोको|रोकें|रोकिए|रोक (?:दो|दें|दीजिए))$/u,
    resume: /^(?:कृपया )?(.+?)(?: को)? (?:फिर|दोबारा)(?: से)? (?:शुरू|चालू) (?:करो|करें|कीजिए|कर (?:दो|दें))$/u,
    run: /^(?:कृपया )?(.+?)(?: को)?(?: अभी)? (?:चलाओ|चलाएँ|चलाएं|चलाइए|चला (?:दो|दें))$/u,
  },
}

/** Words for a job, beside its name. */
const jobWords: Record<Language, Pattern> = {
  en: anyOf('jobs?', 'automations?'),
  de: anyOf('jobs?', 'aufträge', 'auftrag'),
  es: anyOf('trabajos?', 'tareas? programadas?'),
  hi: anyOf('जॉब', 'काम'),
}

/** Words that name no job. */
const ignored: Record<Language, Pattern> = {
  en: anyOf('the', 'my', 'our', 'this', 'that', 'all', 'every', 'each', 'any', 'please', 'of', 'them'),
  de: anyOf('den', 'die', 'das', 'der', 'mein(?:en?)?', 'unser(?:en?)?', 'alle', 'jeden', 'bitte', 'von'),
  es: anyOf('el', 'la', 'los', 'las', 'mis?', 'nuestr[oa]s?', 'tod[oa]s?', 'de', 'cada', 'por favor'),
  hi: anyOf('सभी', 'मेरे', 'मेरा', 'हमारे', 'सब', 'हर', 'को'),
}

/** Longer questions are no requests for a change. */
const longest = 300

/** “Pause the yard watch”: which jobs the request means, and the answer. */
export async function requestedChange(
  ctx: MemberContext,
  change: JobChange,
  { question, language }: { question: string; language: Language },
): Promise<Requested<{ instruction_id: number }> | undefined> {
  if (question.length > longest) return undefined
  const text = question
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[\s.!?।]+$/u, '')
    .trim()
  const about = requests[language][change].exec(text)?.[1]
  if (about === undefined) return undefined
  const named = jobsIn(about, await jobNames(ctx), language)
  const say = jobActionSayings[language]
  if (named.length === 0) {
    if (!jobWords[language].test(about)) return undefined
    return { inputs: [], write: () => `${say.noneNamed} ${questionLink(say.whichJobs)}` }
  }
  const editable = named.filter(job => job.is_editable)
  const open = editable.filter(job => isOpenTo(change, job)).slice(0, mate.suggestions)
  if (open.length > 0)
    return {
      inputs: open.map(({ id }) => ({ instruction_id: id })),
      write: () => say.proposal[change](links(open, say.locale)),
    }
  const [job] = editable
  const write = () =>
    job ? say.already[alreadyOf(job)](links([job], say.locale)) : say.notEditable(links(named, say.locale))
  return { inputs: [], write }
}

const isOpenTo = (change: JobChange, { status }: JobName): boolean =>
  change === 'run' || status === (change === 'pause' ? 'active' : 'paused')

const alreadyOf = ({ status }: JobName) => (status === 'active' || status === 'paused' ? status : 'ended')

const links = (jobs: readonly JobName[], locale: string): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(
    jobs.map(({ id, name }) => `[${linkText(name)}](#/jobs/${id})`),
  )

/** The jobs whose whole names a text has; without any, those whose names have all its words. */
function jobsIn(text: string, jobs: readonly JobName[], language: Language): JobName[] {
  let rest = folded(text)
  const whole: JobName[] = []
  for (const job of [...jobs].sort((one, other) => other.name.length - one.name.length)) {
    const name = folded(job.name).trim()
    const same = whole.some(other => folded(other.name).trim() === name)
    const pattern = anyOf(name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    if (name === '' || !(same || pattern.test(rest))) continue
    whole.push(job)
    rest = rest.replace(pattern, ' ')
  }
  if (whole.length > 0) return whole
  const words = wordsOf(without(without(text, jobWords[language]), ignored[language]))
  return words.length === 0 ? [] : jobs.filter(({ name }) => words.every(word => wordsOf(name).includes(word)))
}

const without = (text: string, pattern: Pattern) => text.split(pattern).join(' ')
