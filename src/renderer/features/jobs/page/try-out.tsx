import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#shared/contract/endpoint'
import { tryOutJob } from '#shared/contract/jobs/endpoints'
import type { Job, JobFields } from '#shared/contract/jobs/job'
import { useErrorText } from '../../../i18n/texts'
import { call } from '../../../platform/api'
import { Button } from '../../../ui/button'
import { OnceMarksLoaded } from '../../../ui/rich-text'
import { WhatWasRead } from '../runs/what-was-read'
import { ResultCard } from './result-card'

/** A camera and a model may both be slow. */
const timeout = 90_000

type Tried = Answer<typeof tryOutJob>

/** Looks once as the job would, with its unsaved changes, and writes nothing. */
export function TryOut({ fields, job }: { fields: JobFields; job: Job | null }) {
  const { t } = useTranslation('jobs')
  const errorText = useErrorText()
  const [tried, setTried] = useState<Tried | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isTrying, setTrying] = useState(false)

  async function tryOut() {
    setTrying(true)
    setError(null)
    // The name is not needed for a look.
    const named = { ...fields, instruction_text: fields.instruction_text.trim() || t('new') }
    const outcome = await call(tryOutJob, { ...named, ...(job && { instruction_id: job.instruction_id }) }, { timeout })
    setTrying(false)
    setTried(outcome.ok ? outcome.data : null)
    if (!outcome.ok) setError(errorText(outcome))
  }
  const busy = <p className="text-sm text-muted">{t('try.busy')}</p>
  return (
    <section aria-label={t('try.title')} className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button needsServer size="sm" icon={FlaskConical} loading={isTrying} onClick={() => void tryOut()}>
          {t('try.submit')}
        </Button>
        <p className="text-xs text-muted">{t('try.hint')}</p>
      </div>
      <div role="status">
        {isTrying && busy}
        {tried && !isTrying && (
          <OnceMarksLoaded placeholder={busy}>
            <Found tried={tried} doc_id={fields.destination.logbook_ids[0] ?? 0} />
          </OnceMarksLoaded>
        )}
      </div>
      {error && (
        <p role="alert" className="text-sm text-danger-ink">
          {error}
        </p>
      )}
    </section>
  )
}

function Found({ tried: { result, reason, read }, doc_id }: { tried: Tried; doc_id: number }) {
  const { t } = useTranslation('jobs')
  return (
    <div className="rounded-md border border-line border-dashed bg-surface-2 px-4 py-3.5">
      <h3 className="text-sm font-semibold">{t(result ? 'try.would' : reason ? 'try.failed' : 'try.wouldNot')}</h3>
      <p className="mb-2 text-xs text-muted">{t('try.nothingWritten')}</p>
      {reason && <p className="text-sm">{t(`reason.${reason}`)}</p>}
      {result && <ResultCard result={result} doc_id={doc_id} />}
      <WhatWasRead read={read} />
    </div>
  )
}
