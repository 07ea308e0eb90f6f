import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Frame,
  readTimeLapse,
  readTimeline,
  type Source,
  type TimeLapse,
} from '#shared/contract/sources/endpoints'
import { useErrorText } from '../../../i18n/texts'
import { apiFile, call } from '../../../platform/api'
import { failureOf } from '../../../platform/failure'
import { useFormat } from '../../../platform/format'
import { saveFile } from '../../../platform/save-file'
import { TextField } from '../../../ui/field'
import { FormDialog } from '../../../ui/form-dialog'
import { Segmented } from '../../../ui/segmented'
import { toast } from '../../../ui/toast'
import { useExactTime, useZone } from '../picker/exact-time'
import { fromField, type Range, toField } from './range'

/** The time limit in milliseconds: a long film takes minutes. */
const timeout = 30 * 60_000
const speeds = ['6', '12', '24'] as const
type Speed = (typeof speeds)[number]
/** Pictures that show beforehand what will be in the film. */
const samples = 4

interface Props {
  source: Source
  name: string
  range: Range
  onClose: () => void
}

/** Makes a film of a range, after showing what will be in it [D34]. */
export function TimeLapseDialog({ source, name, range, onClose }: Props) {
  const { t } = useTranslation(['sources', 'app'])
  const errorText = useErrorText()
  const zone = useZone()
  const [fields, setFields] = useState({ from: toField(range.from, zone), to: toField(range.to, zone) })
  const [speed, setSpeed] = useState<Speed>('12')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const [from, to] = [fromField(fields.from, zone), fromField(fields.to, zone)]
  const chosen = from !== null && to !== null && from < to ? { from, to } : null
  const preview = usePreview(source, chosen, Number(speed))
  const isEmpty = chosen === null || preview?.film.pictures === 0

  async function submit() {
    if (!chosen || isEmpty) return
    const control = new AbortController()
    stop.current = control
    setBusy(true)
    setError(null)
    try {
      const params = { source, ...chosen, fps: Number(speed), type: 'mp4' as const }
      const { blob, name: file } = await apiFile(readTimeLapse, params, { signal: control.signal, timeout })
      if (control.signal.aborted) return
      saveFile(file, blob)
      toast.success(t('film.done', { name: file }))
      onClose()
    } catch (cause) {
      const failure = failureOf(cause)
      if (!control.signal.aborted) setError(`${t('film.failed')} ${errorText(failure)}`)
    } finally {
      if (stop.current === control) setBusy(false)
    }
  }

  const field = (which: 'from' | 'to') => (
    <TextField
      type="datetime-local"
      step={1}
      label={t(`film.${which}`)}
      value={fields[which]}
      onChange={event => setFields({ ...fields, [which]: event.target.value })}
      error={which === 'to' && chosen === null ? t('film.wrong') : null}
    />
  )
  return (
    <FormDialog
      title={t('film.title', { name })}
      closeLabel={t('app:action.close')}
      cancelLabel={t('app:action.cancel')}
      submitLabel={error ? t('app:action.tryAgain') : t('film.submit')}
      onClose={onClose}
      onSubmit={event => {
        event.preventDefault()
        return submit()
      }}
      isSubmitting={isBusy}
      error={error}
    >
      <div className="flex flex-wrap gap-2">
        {field('from')}
        {field('to')}
      </div>
      <div>
        <p className="mb-1.5 text-sm font-medium">{t('film.speed')}</p>
        <Segmented<Speed>
          label={t('film.speed')}
          options={speeds.map(value => ({ value, label: value }))}
          value={speed}
          onChange={setSpeed}
        />
      </div>
      {preview && chosen && <Preview {...preview} />}
      <p role="status" className="text-sm text-muted empty:hidden">
        {isBusy && t('film.busy')}
      </p>
    </FormDialog>
  )
}

interface Shown {
  film: TimeLapse
  frames: readonly Frame[]
}

/** What the film of a range will show; null until that is known. */
function usePreview(source: Source, range: Range | null, fps: number): Shown | null {
  const [shown, setShown] = useState<Shown | null>(null)
  const { from, to } = range ?? { from: '', to: '' }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the source of a dialog stays.
  useEffect(() => {
    let isCurrent = true
    setShown(null)
    if (from === '') return
    void Promise.all([
      call(readTimeLapse, { source, from, to, fps }),
      call(readTimeline, { source, from, to, most: samples }),
    ]).then(([film, frames]) => {
      if (isCurrent && film.ok) setShown({ film: film.data, frames: frames.ok ? frames.data.frames : [] })
    })
    return () => {
      isCurrent = false
    }
  }, [from, to, fps])
  return shown
}

function Preview({ film, frames }: Shown) {
  const { t } = useTranslation('sources')
  const { number } = useFormat()
  const exactTime = useExactTime()
  const { pictures, is_whole, first_at, last_at, seconds } = film
  if (pictures === 0) return <p className="text-sm text-muted">{t('film.none')}</p>
  const length = number(Math.max(1, Math.round(seconds)))
  return (
    <section aria-label={t('film.preview')} className="grid gap-2">
      <p className="text-sm">
        {t('film.content', { count: pictures, length })}{' '}
        {first_at && last_at && t('film.between', { from: exactTime(first_at), to: exactTime(last_at) })}
      </p>
      {!is_whole && <p className="text-sm text-muted">{t('film.spread')}</p>}
      <ul className="grid grid-cols-4 gap-1.5">
        {frames.map(frame => (
          <li key={frame.id}>
            <img
              src={frame.url}
              alt={t('timeline.pictureAt', { time: exactTime(frame.taken_at) })}
              className="aspect-video w-full rounded-xs bg-surface-3 object-cover"
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
