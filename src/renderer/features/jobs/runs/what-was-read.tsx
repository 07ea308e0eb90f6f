import { useTranslation } from 'react-i18next'
import type { RunRead } from '#shared/contract/jobs/job'
import { useFormat } from '../../../platform/format'
import { measures } from '../steps/rule-words'

/** What a run read: its sources or why there was no picture, logs, and what was measured. */
export function WhatWasRead({ read }: { read: RunRead }) {
  const { t } = useTranslation('jobs')
  const { time } = useFormat()
  const measured = useMeasured(read.measured)
  return (
    <dl className="mt-2.5 grid grid-cols-1 gap-1.5 text-xs">
      {read.sources.map(({ name, reason, taken_at }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sources may have the same name and never move.
        <div key={index} className="flex justify-between gap-3">
          <dt className="text-muted wrap-anywhere">{name}</dt>
          <dd className="shrink-0 text-right">
            {reason ? t(`reason.${reason}`) : taken_at ? t('read.taken', { time: time(taken_at) }) : t('read.seen')}
          </dd>
        </div>
      ))}
      {read.logs > 0 && (
        <div className="flex justify-between gap-3">
          <dt className="text-muted">{t('read.logs')}</dt>
          <dd className="shrink-0 tabular-nums">{read.logs}</dd>
        </div>
      )}
      {read.meetings?.map(({ doc_id, name }) => (
        <div key={doc_id} className="flex justify-between gap-3">
          <dt className="text-muted">{t('read.meeting')}</dt>
          <dd className="text-right wrap-anywhere">{name}</dd>
        </div>
      ))}
      {measured.map(({ name, value }) => (
        <div key={name} className="flex justify-between gap-3">
          <dt className="text-muted wrap-anywhere">{name}</dt>
          <dd className="shrink-0 tabular-nums">{value}</dd>
        </div>
      ))}
      {read.words?.flatMap(({ frame_id, areas }) =>
        areas.map(({ area, text }) => (
          <div key={`${frame_id}.${area}`}>
            <dt className="text-muted wrap-anywhere">
              {[sourceOf(read, frame_id), area].filter(Boolean).join(', ')}: {t('measure.words')}
            </dt>
            <dd className="mt-0.5 whitespace-pre-wrap wrap-anywhere">{text}</dd>
          </div>
        )),
      )}
      {read.words_missing && (
        <div className="flex justify-between gap-3">
          <dt className="text-muted">{t('reading.title')}</dt>
          <dd className="text-right text-danger-ink wrap-anywhere">{t(`reading.missing.${read.words_missing}`)}</dd>
        </div>
      )}
      {read.code?.error && (
        <div className="flex justify-between gap-3">
          <dt className="text-muted">{t('code.error')}</dt>
          <dd className="text-right font-mono text-danger-ink wrap-anywhere">{read.code.error}</dd>
        </div>
      )}
      {read.code && read.code.printed.length > 0 && (
        <div>
          <dt className="text-muted">{t('code.printed')}</dt>
          <dd className="mt-0.5 font-mono whitespace-pre-wrap wrap-anywhere">{read.code.printed.join('\n')}</dd>
        </div>
      )}
    </dl>
  )
}

const sourceOf = (read: RunRead, frame: string) => read.sources.find(({ frame_id }) => frame_id === frame)?.name

/** Measured values come as "Yard, Gate: change"; shares are shown in percent. */
function useMeasured(measured: RunRead['measured']): { name: string; value: string }[] {
  const { t } = useTranslation('jobs')
  const { number } = useFormat()
  return Object.entries(measured).map(([key, value]) => {
    const at = key.lastIndexOf(': ')
    const kind = ([...measures, 'sharpness'] as const).find(known => known === key.slice(at + 2))
    if (!kind) return { name: key, value: number(value) }
    const isNumber = kind === 'number'
    return {
      name: `${key.slice(0, at)}: ${t(`measure.${kind}`)}`,
      value: isNumber ? number(value) : `${number(Math.round(value * 1000) / 10)}%`,
    }
  })
}
