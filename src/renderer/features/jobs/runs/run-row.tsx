import { CircleCheck, CircleDashed, CircleMinus, CircleX, LoaderCircle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Run, RunStatus } from '#shared/contract/jobs/job'
import { useFormat } from '../../../platform/format'
import type { Icon } from '../../../ui/icon'
import { LogPictures } from '../../sources/slots'
import { RunDisclosure } from './run-disclosure'
import { Verdict } from './verdict'
import { WhatWasRead } from './what-was-read'
import { Written } from './written'

export const looks: Readonly<Record<RunStatus, { icon: Icon; tone: string }>> = {
  queued: { icon: CircleDashed, tone: 'text-muted' },
  running: { icon: LoaderCircle, tone: 'text-accent motion-safe:animate-pulse' },
  succeeded: { icon: CircleCheck, tone: 'text-success' },
  failed: { icon: CircleX, tone: 'text-danger' },
  skipped: { icon: CircleMinus, tone: 'text-warn' },
}

/** A run in the history; pressing it shows what it read. */
export function RunRow({ run }: { run: Run }) {
  const { t } = useTranslation('jobs')
  const { title, facts } = useRunWords(run)
  return (
    <RunDisclosure
      {...looks[run.status]}
      status={t(`run.${run.status}`)}
      title={title}
      facts={facts}
      at={run.planned_at ?? run.started_at}
    >
      {id => <Details id={id} run={run} />}
    </RunDisclosure>
  )
}

function useRunWords({ status, reason, result, verdict, missed, kind }: Run): { title: string; facts: string } {
  const { t } = useTranslation('jobs')
  const why = reason && t(`reason.${reason}`)
  const extra = [missed > 0 && t('run.missed', { count: missed }), kind !== 'planned' && t(`run.kind.${kind}`)]
  const list = (...words: (string | false | null | undefined)[]) => [...words, ...extra].filter(Boolean).join(', ')
  if (status === 'failed' || status === 'skipped')
    return { title: why ?? t(`run.${status}`), facts: list(why && t(`run.${status}`)) }
  if (status !== 'succeeded') return { title: t(`run.${status}`), facts: list() }
  if (!result) return { title: t('run.nothing'), facts: list() }
  const labels = result.labels.map(({ text }) => text)
  const frames = result.frame_ids.length
  return {
    title: result.title || t('run.succeeded'),
    facts: list(
      ...labels,
      frames > 0 && t('run.pictures', { count: frames }),
      verdict && t(`verdict.judged.${verdict}`),
    ),
  }
}

function Details({ id, run }: { id: string; run: Run }) {
  const { t } = useTranslation('jobs')
  const { number } = useFormat()
  const { started_at, ended_at, attempts, model, tokens, read, result, logs, sent } = run
  const seconds = started_at && ended_at ? Math.max(0, Date.parse(ended_at) - Date.parse(started_at)) / 1000 : null
  const facts = [
    seconds !== null && {
      name: t('run.took'),
      value: t('run.seconds', { number: number(Math.round(seconds * 10) / 10) }),
    },
    attempts > 1 && { name: t('run.attempts'), value: number(attempts) },
    model && { name: t('run.model'), value: model },
    tokens && {
      name: t('run.tokens'),
      value: t('run.tokenCounts', { input: number(tokens.input), output: number(tokens.output) }),
    },
  ].filter(fact => typeof fact === 'object' && fact !== null)
  return (
    <div id={id} className="mb-2 ml-[26px] rounded-sm bg-surface-2 px-3 pt-0.5 pb-2.5">
      {result && result.frame_ids.length > 0 && <LogPictures frame_ids={result.frame_ids} />}
      {read && <WhatWasRead read={read} />}
      {facts.length > 0 && (
        <dl className="mt-1.5 grid gap-1.5 text-xs">
          {facts.map(({ name, value }) => (
            <div key={name} className="flex justify-between gap-3">
              <dt className="text-muted">{name}</dt>
              <dd className="text-right tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {!read && facts.length === 0 && <p className="pt-2 text-xs text-muted">{t('run.nothingKnown')}</p>}
      {result && (
        <div className="mt-1.5">
          <Verdict run={run} />
        </div>
      )}
      {logs.length + sent.length > 0 && (
        <p className="mt-2 flex flex-wrap gap-x-3 gap-y-1">
          <Written run={run} />
        </p>
      )}
    </div>
  )
}
