import { useTranslation } from 'react-i18next'
import type { LabelAssignment } from '#shared/contract/graphs/label'
import type { LogDay } from '#shared/contract/logs/side'
import { labelKey } from '#shared/rules/labels'
import { useFormat } from '../../../platform/format'
import { LabelShare } from '../slots'
import { pressable, Section } from './section'

interface Props {
  /** `YYYY-MM-DD` */
  on: string
  labels: LogDay['labels']
  chosen: readonly LabelAssignment[]
  onToggle: (label: LabelAssignment) => void
}

/** How many logs of the day have each label; a press filters by it. */
export function DayLabels({ on, labels, chosen, onToggle }: Props) {
  const { t } = useTranslation('logs')
  const format = useFormat()
  const title = useTitle(on)
  const most = Math.max(...labels.map(label => label.count))
  const keys = new Set(chosen.map(labelKey))
  return (
    <Section title={title}>
      {labels.length === 0 && <p className="mt-1.5 text-xs text-muted">{t('side.noLabels')}</p>}
      <ul className="mt-1 grid grid-cols-1 text-xs">
        {labels.map(({ graph_id, label, text, count }) => (
          <li key={`${graph_id}.${label}`}>
            <button
              type="button"
              title={t('side.only')}
              aria-pressed={keys.has(labelKey({ graph_id, label }))}
              onClick={() => onToggle({ graph_id, label })}
              className={pressable}
            >
              <span className="w-24 shrink-0 truncate max-xl:w-36" title={text}>
                {text}
              </span>
              <span aria-hidden="true" className="h-1.5 flex-1 overflow-hidden rounded-full bg-track">
                <LabelShare graph_id={graph_id} label={label} percent={(100 * count) / most} />
              </span>
              <span className="min-w-5 text-right text-muted tabular-nums">{format.number(count)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function useTitle(on: string): string {
  const { t } = useTranslation('logs')
  const { dayKey, dayInSentence } = useFormat()
  const now = Date.now()
  if (on === dayKey(now)) return t('side.labels.today')
  return t('side.labels.on', { day: dayInSentence(on) })
}
