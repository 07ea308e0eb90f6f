import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { previewSchedule } from '#shared/contract/jobs/endpoints'
import { presentZoneName } from '#shared/rules/describe-schedule'
import { call } from '../../../platform/api'
import { createFormatter, useFormat } from '../../../platform/format'
import { browserTimeZone, usePreferences } from '../../../platform/preferences'
import { scheduleOf } from '../fields'
import { errorIn, type Problem, useProblems } from '../page/save'
import { StepError, type StepProps } from './step'

/** Milliseconds between the last change and the question. */
const settleAfter = 300

/** The next five times of a schedule in words and how many there are a day, or why there are none. */
export function NextTimes({ fields, errorAt }: StepProps) {
  const { t } = useTranslation('jobs')
  const { times, runsADay, problems } = usePreview(JSON.stringify(scheduleOf(fields)))
  const { number } = useFormat()
  const { language, timeZone } = usePreferences()
  const zone = fields.timezone
  const format = createFormatter(language, zone)
  const isElsewhere = presentZoneName(zone) !== presentZoneName(timeZone ?? browserTimeZone())
  const wrong = errorIn(problems)
  // A save that failed for the same reason says so already.
  const isSaid = errorAt('schedule', 'instruction_schedule', 'minute_interval', 'instruction_one_time') !== null
  const problem = problems[0]?.text ?? null

  if (problem !== null) {
    return isSaid ? null : (
      <StepError>
        {wrong('instruction_schedule', 'schedule', 'minute_interval', 'instruction_one_time') ?? problem}
      </StepError>
    )
  }
  // Until they are known, they have the room of three lines, so that nothing below moves.
  if (!times) return <p className="mt-3 min-h-[52px]" />
  if (times.length === 0) return <p className="mt-3 min-h-[18px]" />
  return (
    <section aria-label={t('next.title')} className="mt-3 text-xs text-muted">
      <h3 className="font-medium">
        {isElsewhere ? t('next.titleIn', { zone: zone.replaceAll('_', ' ') }) : t('next.title')}
      </h3>
      <ol className="mt-0.5 flex flex-wrap gap-x-3 gap-y-0.5 tabular-nums">
        {times.map((at, index) => (
          <li key={at}>
            {index > 0 && format.dayKey(at) === format.dayKey(times[index - 1] ?? at)
              ? format.time(at)
              : t('next.dayAndTime', { day: dayOf(at), time: format.time(at) })}
          </li>
        ))}
      </ol>
      {runsADay > 1 && <p className="mt-0.5">{t('next.aDay', { number: number(runsADay) })}</p>}
    </section>
  )

  function dayOf(at: string): string {
    const ago = format.daysAgo(at)
    if (ago === 0) return t('next.today')
    return ago === -1 ? t('next.tomorrow') : format.shortDay(at)
  }
}

interface Preview {
  times: readonly string[] | null
  runsADay: number
  problems: readonly Problem[]
}

const none: Preview = { times: null, runsADay: 0, problems: [] }

/** Asks for the next times of a schedule, given as JSON, a moment after it changed. */
function usePreview(schedule: string): Preview {
  const [preview, setPreview] = useState<Preview>(none)
  const problemsOf = useProblems()
  // biome-ignore lint/correctness/useExhaustiveDependencies: how problems are worded asks nothing again.
  useEffect(() => {
    let isOver = false
    async function ask() {
      const outcome = await call(previewSchedule, JSON.parse(schedule))
      if (isOver) return
      if (outcome.ok) {
        const { next_runs: times, runs_a_day: runsADay } = outcome.data
        setPreview({ times, runsADay, problems: [] })
      }
      // Without the server nothing is wrong with the schedule.
      else setPreview(outcome.status === 400 ? { ...none, problems: problemsOf(outcome) } : none)
    }
    const pause = setTimeout(() => void ask(), settleAfter)
    return () => {
      isOver = true
      clearTimeout(pause)
    }
  }, [schedule])
  return preview
}
