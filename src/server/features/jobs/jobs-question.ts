import { z } from 'zod'
import type { Language } from '#shared/contract/common'
import type { JobStatus, PauseCause, RunReason, RunStatus } from '#shared/contract/jobs/job'
import { linkText } from '#shared/page/references'
import { plainWords } from '../../platform/markdown'
import type { ToolQuestion } from '../../platform/tool'
import { anyOf, counting, type Pattern } from '../../platform/words/patterns'
import { jobSayings } from './jobs-sayings.data'

export const JobsInput = z.object({
  only: z.enum(['all', 'running', 'failed', 'paused']).default('all'),
  query: z.string().trim().max(200).optional(),
})
export type JobsInput = z.output<typeof JobsInput>

export interface JobFact {
  id: number
  name: string
  /** Where the app shows it. */
  address: string
  status: JobStatus
  pause_cause: PauseCause | null
  pause_reason: string | null
  next_run: string | null
  last_run: { status: RunStatus; reason: RunReason | null; ended_at: string | null; title: string | null } | null
}

export interface JobFacts {
  only: JobsInput['only']
  jobs: JobFact[]
}

const asks: Record<Language, Pattern> = {
  en: anyOf(
    '(?:which|what|list|show(?: me)?|how many|all)(?: of)?(?: the| our| my)? (?:\\p{L}+ )?jobs?',
    '(?:which|what) jobs (?:run|are running|failed|are paused)',
    'why (?:did|has|is|was)(?: the)?(?: \\p{L}+)* (?:fail(?:ed)?|paused|stop(?:ped)?)',
    'did (?:a|any) jobs? fail',
  ),
  de: anyOf(
    '(?:welche|wie viele|alle|unsere|zeige?)(?: der| die| unsere| meine)? (?:\\p{L}+ )?(?:jobs?|aufträge)',
    'warum (?:ist|wurde|hat)(?: \\p{L}+)* (?:fehlgeschlagen|gescheitert|pausiert|angehalten|versagt)',
    'ist (?:ein|irgendein) (?:job|auftrag) fehlgeschlagen',
  ),
  es: anyOf(
    '(?:qué|que|cuáles|cuántos|lista|muestra|todos)(?: los| nuestros| mis)? (?:\\p{L}+ )?(?:trabajos|tareas programadas)',
    'por qué (?:falló|ha fallado|está en pausa|se detuvo)(?: \\p{L}+)*',
  ),
  hi: anyOf('(?:कौन[ -]?से|कितने|सभी|मेरे|हमारे) (?:जॉब|काम)', 'क्यों (?:विफल|रुका|रुक गया)(?: \\p{L}+)*'),
}

const failed = /fail|fehlgeschlagen|gescheitert|versagt|falló|fallado|fallaron|विफल/u
const paused = /paus|angehalten|stopped|detuvo|रुका|रुक गया/u
const running = /\brun(?:s|ning)?\b|laufen|läuft|activ|aktiv|en marcha|चल रहे/u

/** Questions about jobs: which there are, and why one failed or is paused [D25]. */
export const jobsQuestion: ToolQuestion<JobsInput, JobFacts> = {
  inputFor(_ctx, { text, language }) {
    if (!asks[language].test(text)) return undefined
    if (failed.test(text)) return { only: 'failed' }
    if (paused.test(text)) return { only: 'paused' }
    return { only: running.test(text) ? 'running' : 'all' }
  },
  write({ only, jobs }, { language }, speak) {
    const say = jobSayings[language]
    const count = counting(say.locale)
    if (jobs.length === 0) return { text: say.none[only], cited: [] }
    const lines = jobs.map(job => {
      const parts = [state(job, language, speak.time), lastRun(job, language, speak.time)].filter(Boolean)
      return `- [${linkText(job.name)}](${job.address}): ${parts.join('; ')}\n`
    })
    return { text: `${say.some(count.some(jobs.length, say.job, say.jobs), only)}\n\n${lines.join('')}`, cited: [] }
  },
}

function state(
  { status, pause_cause, pause_reason, next_run }: JobFact,
  language: Language,
  time: (at: string) => string,
) {
  const say = jobSayings[language]
  if (status !== 'paused') return next_run === null ? say.noNext : say.next(time(next_run))
  const why = pause_reason === null ? say.causes[pause_cause ?? 'person'] : plainWords(pause_reason)
  return say.paused(why)
}

function lastRun({ last_run: run }: JobFact, language: Language, time: (at: string) => string) {
  const say = jobSayings[language]
  if (!run) return say.neverRan
  const at = run.ended_at === null ? '' : time(run.ended_at)
  if (run.status === 'failed' || run.status === 'skipped')
    return say[run.status](at, say.reasons[run.reason ?? 'unexpected'])
  return run.status === 'succeeded' ? say.succeeded(at, run.title === null ? null : plainWords(run.title)) : say.running
}
