import { RefreshCw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#shared/contract/endpoint'
import type { measurePictures } from '#shared/contract/jobs/measured'
import type { Source } from '#shared/contract/sources/endpoints'
import type { PictureRegion, PictureRule } from '#shared/rules/picture-rules'
import { useFormat } from '../../../platform/format'
import { useSession } from '../../../platform/session'
import { Button } from '../../../ui/button'
import { Select } from '../../../ui/select'
import { useCan } from '../../organisations/store'
import { LogPictures } from '../../sources/slots'
import { keyOf, useSourceNames } from '../source-names'
import { isCondition, isRead } from '../steps/rule-words'
import { DayChart, usePercent } from './day-chart'
import { type JudgedPicture, judgeDay } from './judge-day'
import { useMeasured } from './use-measured'

export interface LastDayProps {
  /** The rule as it stands in the form. */
  rule: PictureRule
  /** Whether the form holds a rule that could be saved. */
  isComplete: boolean
  sources: readonly Source[]
  regions: readonly PictureRegion[]
  /** The job whose area and reference picture apply; undefined for one that is not saved. */
  instruction_id: number | undefined
}

/** How many pictures are shown at which the rule would have fired. */
const shownAtMost = 6

/** When a rule would have fired on the pictures of the last day. */
export function LastDay({ sources, ...props }: LastDayProps) {
  const { t } = useTranslation('jobs')
  const nameOf = useSourceNames()
  const canMeasure = useCan('jobs.create')
  const [chosen, choose] = useState<string | null>(null)
  const source = sources.find(candidate => keyOf(candidate) === chosen) ?? sources[0]
  // Only who may create jobs may measure.
  if (!source || !canMeasure) return null
  return (
    <section aria-label={t('lastDay.title')} className="flex flex-col gap-3 rounded-md border border-line p-3">
      <h3 className="text-sm font-medium">{t('lastDay.title')}</h3>
      {isRead(props.rule.measure) ? (
        <p className="text-sm text-muted">{t('lastDay.notRead')}</p>
      ) : (
        <>
          {sources.length > 1 && (
            <Select
              label={t('lastDay.source')}
              options={sources.map(each => ({ value: keyOf(each), label: nameOf(each).name }))}
              value={keyOf(source)}
              onChange={choose}
            />
          )}
          <Measured source={source} {...props} />
        </>
      )}
    </section>
  )
}

function Measured({
  rule,
  isComplete,
  source,
  regions,
  instruction_id,
}: Omit<LastDayProps, 'sources'> & { source: Source }) {
  const { t } = useTranslation(['jobs', 'app'])
  const { measured, error, tryAgain } = useMeasured({ source, regions, instruction_id })
  const isOthersScreen = useSession(state => source.kind === 'screen' && source.user_id !== state.userId)
  if (error !== null)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger-ink">
        {error}
        <Button size="sm" icon={RefreshCw} onClick={tryAgain}>
          {t('app:action.tryAgain')}
        </Button>
      </div>
    )
  return (
    <>
      {measured ? (
        <Judged rule={rule} isComplete={isComplete} measured={measured} />
      ) : (
        <p role="status" className="text-sm text-muted">
          {t('lastDay.loading')}
        </p>
      )}
      {isOthersScreen && <p className="text-xs text-muted">{t('lastDay.seen')}</p>}
    </>
  )
}

interface JudgedProps {
  rule: PictureRule
  isComplete: boolean
  measured: Answer<typeof measurePictures>
}

function Judged({ rule, isComplete, measured }: JudgedProps) {
  const { t } = useTranslation('jobs')
  const { dayAndTime } = useFormat()
  const percent = usePercent()
  const [isTable, showTable] = useState(false)
  const judged = judgeDay(rule, measured.items)
  const fired = judged.filter(picture => picture.hasFired)
  const newest = fired.slice(-shownAtMost)
  const key = newest.map(({ frame_id }) => frame_id).join()
  const shown = useMemo(() => key.split(',').filter(Boolean), [key])
  const values = judged.flatMap(({ value }) => value ?? [])
  const last = judged.at(-1)
  if (!last) return <p className="text-sm text-muted">{t('lastDay.none')}</p>

  const verdict = !isComplete
    ? t('lastDay.incomplete')
    : values.length === 0
      ? t('lastDay.unknown')
      : fired.length === 0
        ? t('lastDay.never')
        : t('lastDay.fired', { count: fired.length })
  const summary = [
    isCondition(rule.measure)
      ? t(`measure.${rule.measure}`)
      : t('lastDay.summary', {
          measure: t(`measure.${rule.measure}`),
          least: percent(Math.min(...values)),
          most: percent(Math.max(...values)),
          threshold: percent(rule.threshold),
        }),
    verdict,
    ...newest.map(({ taken_at }) => dayAndTime(taken_at)),
  ].join('. ')
  return (
    <>
      <p role="status" className="text-sm font-medium">
        {verdict}
      </p>
      {isComplete && values.length > 0 && (
        <>
          {isTable ? <Table rule={rule} judged={judged} /> : <DayChart rule={rule} judged={judged} label={summary} />}
          <Button size="sm" variant="quiet" className="self-start" onClick={() => showTable(!isTable)}>
            {t(isTable ? 'lastDay.chart' : 'lastDay.table')}
          </Button>
          {shown.length > 0 && <LogPictures frame_ids={shown} />}
        </>
      )}
      <p className="text-xs text-muted">
        {t('lastDay.judged', { count: judged.length })}
        {measured.is_cut && ` ${t('lastDay.cut', { time: dayAndTime(last.taken_at) })}`}
      </p>
    </>
  )
}

function Table({ rule, judged }: { rule: PictureRule; judged: readonly JudgedPicture[] }) {
  const { t } = useTranslation('jobs')
  const { dayAndTime } = useFormat()
  const percent = usePercent()
  const wordsOf = ({ value }: JudgedPicture) => {
    if (value === null) return '–'
    if (isCondition(rule.measure)) return t(value === 1 ? 'rule.so' : 'rule.notSo')
    return percent(value)
  }
  const cell = 'px-2 py-1 text-left'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable with the keyboard.
    <section aria-label={t('lastDay.figures')} tabIndex={0} className="max-h-60 overflow-auto">
      <table className="w-full border-collapse text-xs tabular-nums">
        <thead className="sticky top-0 bg-surface-1">
          <tr className="border-b border-line text-muted">
            <th scope="col" className={`${cell} font-medium`}>
              {t('lastDay.picture')}
            </th>
            <th scope="col" className={`${cell} font-medium`}>
              {t('lastDay.value')}
            </th>
            <th scope="col" className={`${cell} font-medium`}>
              {t('lastDay.rule')}
            </th>
          </tr>
        </thead>
        <tbody>
          {judged.map(picture => (
            <tr key={picture.frame_id} className="border-b border-line">
              <th scope="row" className={`${cell} font-regular`}>
                {dayAndTime(picture.taken_at)}
              </th>
              <td className={cell}>{wordsOf(picture)}</td>
              <td className={cell}>
                {picture.hasFired ? t('lastDay.fires') : picture.isActive ? t('lastDay.holds') : ''}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
