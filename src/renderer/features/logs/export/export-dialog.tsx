import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ExportType, readLogs } from '#shared/contract/logs/endpoints'
import { useErrorText } from '../../../i18n/texts'
import { apiFile } from '../../../platform/api'
import { instantsOf } from '../../../platform/day-bounds'
import { failureOf } from '../../../platform/failure'
import { useFormat } from '../../../platform/format'
import { browserTimeZone, usePreferences } from '../../../platform/preferences'
import { saveFile } from '../../../platform/save-file'
import { Checkbox } from '../../../ui/checkbox'
import { TextField } from '../../../ui/field'
import { FormDialog } from '../../../ui/form-dialog'
import { toast } from '../../../ui/toast'
import type { Info } from '../../documents/store'
import { isFiltered, noFilter, toCallParams } from '../filter'
import { useFilter } from '../use-filter'
import { Choices } from './choices'
import { type Span, spanDays } from './time'

/** The time limit in milliseconds: a long logbook takes a while, and a PDF longer. */
const timeout = 10 * 60_000
const spans = ['today', 'week', 'month', 'all', 'days'] as const
const types = ['csv', 'json', 'pdf'] as const satisfies readonly ExportType[]

/** Exports the logs of a time range as a file [7.14c]. */
export function ExportDialog({ info, onClose }: { info: Info; onClose: () => void }) {
  const { t } = useTranslation(['logs', 'app'])
  const errorText = useErrorText()
  const format = useFormat()
  const zone = usePreferences(state => state.timeZone) ?? browserTimeZone()
  const { filter } = useFilter(info.doc_id)
  const today = format.dayKey(Date.now())
  const [span, setSpan] = useState<Span>('month')
  const [days, setDays] = useState({ first: today, last: today })
  const [type, setType] = useState<ExportType>('csv')
  const [isNarrow, setNarrow] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [isWrong, setWrong] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  async function submit() {
    const wrong = span === 'days' && !(days.first && days.last && days.first <= days.last)
    setWrong(wrong)
    if (wrong) return
    const control = new AbortController()
    stop.current = control
    setBusy(true)
    setError(null)
    const made = format.dayKey(info.createdat)
    const { from, to } = instantsOf(spanDays(span, { today, made, chosen: days }), zone)
    try {
      const params = {
        doc_id: info.doc_id,
        type,
        start_time: from,
        end_time: to,
        ...toCallParams(isNarrow ? filter : noFilter),
      }
      const { blob, name } = await apiFile(readLogs, params, { signal: control.signal, timeout })
      if (control.signal.aborted) return
      saveFile(name, blob)
      toast.success(t('export.done', { name }))
      onClose()
    } catch (cause) {
      const failure = failureOf(cause)
      if (!control.signal.aborted) setError(`${t('export.failed')} ${errorText(failure)}`)
    } finally {
      if (stop.current === control) setBusy(false)
    }
  }
  return (
    <FormDialog
      title={t('export.title', { name: info.document_name })}
      closeLabel={t('app:action.close')}
      cancelLabel={t('app:action.cancel')}
      submitLabel={error ? t('app:action.tryAgain') : t('export.submit')}
      onClose={onClose}
      onSubmit={event => {
        event.preventDefault()
        return submit()
      }}
      isSubmitting={isBusy}
      error={error}
    >
      <Choices
        label={t('export.range')}
        options={spans.map(value => ({ value, label: t(`export.${value}`) }))}
        value={span}
        onChange={setSpan}
      />
      {span === 'days' && (
        <div className="flex flex-wrap gap-2">
          <TextField
            type="date"
            label={t('export.from')}
            max={today}
            value={days.first}
            onChange={event => setDays({ ...days, first: event.target.value })}
          />
          <TextField
            type="date"
            label={t('export.to')}
            max={today}
            value={days.last}
            onChange={event => setDays({ ...days, last: event.target.value })}
            error={isWrong ? t('export.wrong') : null}
          />
        </div>
      )}
      <Choices
        label={t('export.type')}
        options={types.map(value => ({ value, label: t(`export.${value}`) }))}
        value={type}
        onChange={setType}
      />
      {isFiltered(filter) && (
        <Checkbox
          label={t('export.filter')}
          description={t('export.filterText')}
          checked={isNarrow}
          onChange={event => setNarrow(event.target.checked)}
        />
      )}
      <p role="status" className="text-sm text-muted empty:hidden">
        {isBusy && t('export.busy')}
      </p>
    </FormDialog>
  )
}
