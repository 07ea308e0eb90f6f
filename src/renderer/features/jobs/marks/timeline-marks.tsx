import { CircleCheck, CircleX } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { RunMark } from '#shared/contract/jobs/endpoints'
import { useFormat } from '../../../platform/format'
import { Button, LinkButton } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { type MarksOf, marksKey, useRunMarks } from './store'

interface Props extends MarksOf {
  part: 'row' | 'list'
  onChoose: (at: string) => void
}

const looks = {
  succeeded: { icon: CircleCheck, tone: 'text-success' },
  failed: { icon: CircleX, tone: 'text-danger' },
} as const

const keyOf = ({ instruction_id, status, at }: RunMark) => [instruction_id, status, at].join()
const none: RunMark[] = []

/** Where jobs wrote a log or failed in the time of a source: as marks over the time, or as a list with links. */
export function RunMarks({ part, onChoose, ...of }: Props) {
  const key = marksKey(of)
  const marks = useRunMarks(state => (state.shown === key ? state.marks : none))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the source and the range.
  useEffect(() => void useRunMarks.getState().read(of), [key])
  useEffect(() => () => useRunMarks.getState().forget(), [])
  if (part === 'row') return <Row marks={marks} range={of.range} />
  return <List marks={marks} onChoose={onChoose} />
}

/** Only for the eye: the list says the same. */
function Row({ marks, range }: Pick<MarksOf, 'range'> & { marks: readonly RunMark[] }) {
  const [from, to] = [Date.parse(range.from), Date.parse(range.to)]
  return (
    <div aria-hidden="true">
      {marks.map(mark => {
        const { icon: Glyph, tone } = looks[mark.status]
        return (
          <span
            key={keyOf(mark)}
            style={{ left: `${((Date.parse(mark.at) - from) / (to - from)) * 100}%` }}
            className={cx('absolute bottom-0.5 -translate-x-1/2', tone)}
          >
            <Glyph size={14} />
          </span>
        )
      })}
    </div>
  )
}

function List({ marks, onChoose }: Pick<Props, 'onChoose'> & { marks: readonly RunMark[] }) {
  const { t } = useTranslation('jobs')
  const { time } = useFormat()
  if (marks.length === 0) return null
  return (
    <section aria-label={t('marks.label')} className="shrink-0">
      <h2 className="mb-1 text-sm font-semibold">{t('marks.label')}</h2>
      <ul className="max-w-[720px]">
        {marks.map(mark => {
          const { icon: Glyph, tone } = looks[mark.status]
          const text = t(mark.status === 'failed' ? 'marks.failed' : 'marks.wrote', { name: mark.name })
          const facts = [
            mark.reason && t(`reason.${mark.reason}`),
            mark.runs > 1 && t('marks.runs', { count: mark.runs }),
          ]
          return (
            <li key={keyOf(mark)} className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1 text-sm">
              <Button
                size="sm"
                variant="quiet"
                aria-label={t('marks.show', { time: time(mark.at) })}
                onClick={() => onChoose(mark.at)}
                className="tabular-nums"
              >
                {time(mark.at)}
              </Button>
              <Glyph size={16} className={cx('shrink-0', tone)} aria-hidden />
              <span className="min-w-0 flex-1 wrap-anywhere">
                {text}
                <span className="block text-xs text-muted empty:hidden">{facts.filter(Boolean).join(', ')}</span>
              </span>
              {mark.log && (
                <LinkButton
                  size="sm"
                  variant="quiet"
                  href={`#/docs/${mark.log.doc_id}?log=${mark.log.log_id}`}
                  aria-label={`${t('marks.log')}: ${mark.name}, ${time(mark.at)}`}
                >
                  {t('marks.log')}
                </LinkButton>
              )}
              <LinkButton
                size="sm"
                variant="quiet"
                href={`#/jobs/${mark.instruction_id}`}
                aria-label={`${t('marks.job')}: ${mark.name}, ${time(mark.at)}`}
              >
                {t('marks.job')}
              </LinkButton>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
