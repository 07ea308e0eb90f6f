import { Zap } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { PictureRule } from '#shared/rules/picture-rules'
import { useFormat } from '../../../platform/format'
import { isCondition } from '../steps/rule-words'
import { activeSpans, type JudgedPicture } from './judge-day'

interface Props {
  rule: PictureRule
  /** At least one. */
  judged: readonly JudgedPicture[]
  /** The chart in words. */
  label: string
}

/** Room above the highest value and the threshold. */
const headroom = 1.15

/** The end of the scale: a round share above all values. */
function topOf(highest: number): number {
  const step = highest > 0.1 ? 0.1 : 0.01
  return Math.min(1, Math.ceil((highest * headroom) / step) * step)
}

/**
 * What a rule compares from the first to the last picture, its threshold, when it holds (shaded), and with which pictures
 * it fires.
 */
export function DayChart({ rule, judged, label }: Props) {
  const { t } = useTranslation('jobs')
  const { dayAndTime } = useFormat()
  const percent = usePercent()
  const [from, to] = [judged[0]?.at ?? 0, judged.at(-1)?.at ?? 0]
  const isYesOrNo = isCondition(rule.measure)
  const highest = Math.max(rule.threshold, 0.01, ...judged.map(({ value }) => value ?? 0))
  const top = isYesOrNo ? headroom : topOf(highest)
  const x = (at: number) => ((at - from) / Math.max(to - from, 1)) * 100
  const y = (value: number) => 100 - (value / top) * 100
  const threshold = y(rule.threshold)
  return (
    <div className="flex flex-col gap-1 text-xs text-muted tabular-nums">
      <p className="flex justify-between gap-2">
        <span>{isYesOrNo ? t('rule.so') : percent(top)}</span>
        {!isYesOrNo && (
          <span className="flex items-center gap-1.5">
            <svg width="18" height="2" aria-hidden="true" className="overflow-visible">
              <line x1="0" x2="18" y1="1" y2="1" strokeWidth="1.5" strokeDasharray="4 3" className="stroke-muted" />
            </svg>
            {t('lastDay.threshold', { amount: percent(rule.threshold) })}
          </span>
        )}
      </p>
      <div role="img" aria-label={label} className="relative h-28 border-y border-line">
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="absolute inset-0 size-full overflow-visible"
        >
          {activeSpans(judged).map(span => (
            <g key={span.from}>
              <rect
                x={x(span.from)}
                y="0"
                width={Math.max(x(span.to) - x(span.from), 0.4)}
                height="100"
                className="fill-accent-soft"
              />
              <rect
                x={x(span.from)}
                y="97"
                width={Math.max(x(span.to) - x(span.from), 0.4)}
                height="3"
                className="fill-accent"
              />
            </g>
          ))}
          <path
            d={pathOf(judged, { x, y, isStepped: isYesOrNo })}
            strokeWidth="1.5"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
            className="fill-none stroke-accent"
          />
          <path
            d={judged.flatMap(({ at, value }) => (value === null ? [] : `M${x(at)} ${y(value)}h0`)).join('')}
            strokeWidth="4"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
            className="fill-none stroke-accent"
          />
          {!isYesOrNo && (
            <line
              x1="0"
              x2="100"
              y1={threshold}
              y2={threshold}
              strokeWidth="1.5"
              strokeDasharray="4 3"
              vectorEffect="non-scaling-stroke"
              className="stroke-muted"
            />
          )}
        </svg>
        {judged.map(
          ({ at, frame_id, hasFired }) =>
            hasFired && (
              <span
                key={frame_id}
                style={{ left: `${x(at)}%` }}
                className="absolute -bottom-px -translate-x-1/2 rounded-full bg-accent p-0.5 text-on-accent"
              >
                <Zap size={12} />
              </span>
            ),
        )}
      </div>
      <p className="flex justify-between gap-2">
        <span>{dayAndTime(from)}</span>
        <span>{dayAndTime(to)}</span>
      </p>
    </div>
  )
}

/** Writes a share as people read it: 12.5%. */
export function usePercent(): (share: number) => string {
  const { number } = useFormat()
  return share => `${number(Math.round(share * 1000) / 10)}%`
}

interface Scale {
  x: (at: number) => number
  y: (value: number) => number
  /** A condition stays as it was until the next picture. */
  isStepped: boolean
}

/** A line through the values, with a gap where the rule cannot be judged. */
function pathOf(judged: readonly JudgedPicture[], { x, y, isStepped }: Scale): string {
  return judged
    .map(({ at, value }, index) => {
      if (value === null) return ''
      const isFirst = (judged[index - 1]?.value ?? null) === null
      if (isFirst) return `M${x(at)} ${y(value)}`
      return isStepped ? `H${x(at)}V${y(value)}` : `L${x(at)} ${y(value)}`
    })
    .join('')
}
