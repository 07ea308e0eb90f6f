import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Frame, readTimeline, type Source } from '#shared/contract/sources/endpoints'
import { type ExportedRange, exportFrames, readTimeLapse } from '#shared/contract/sources/exports'
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
const kinds = ['film', 'archive'] as const
type Kind = (typeof kinds)[number]
/** Pictures that show beforehand what will be in the file. */
const samples = 4

interface Props {
  source: Source
  name: string
  range: Range
  onClose: () => void
}

/** Saves the pictures of a range as a film or as files, after showing what will be in it [D34]. */
export function ExportDialog({ source, name, range, onClose }: Props) {
  const { t } = useTranslation(['sources', 'app'])
  const errorText = useErrorText()
  const zone = useZone()
  const [fields, setFields] = useState({ from: toField(range.from, zone), to: toField(range.to, zone) })
  const [kind, setKind] = useState<Kind>('film')
  const [speed, setSpeed] = useState<Speed>('12')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const [from, to] = [fromField(fields.from, zone), fromField(fields.to, zone)]
  const chosen = from !== null && to !== null && from < to ? { from, to } : null
  const preview = usePreview(source, chosen)
  const isEmpty = chosen === null || preview?.range.pictures === 0

  async function submit() {
    if (!chosen || isEmpty) return
    const control = new AbortController()
    stop.current = control
    setBusy(true)
    setError(null)
    try {
      const [range, options] = [
        { source, ...chosen },
        { signal: control.signal, timeout },
      ]
      const { blob, name: file } =
        kind === 'film'
          ? await apiFile(readTimeLapse, { ...range, fps: Number(speed), type: 'mp4' }, options)
          : await apiFile(exportFrames, { ...range, type: 'zip' }, options)
      if (control.signal.aborted) return
      saveFile(file, blob)
      toast.success(t('export.done', { name: file }))
      onClose()
    } catch (cause) {
      const failure = failureOf(cause)
      if (!control.signal.aborted) setError(`${t('export.failed')} ${errorText(failure)}`)
    } finally {
      if (stop.current === control) setBusy(false)
    }
  }

  const field = (which: 'from' | 'to') => (
    <TextField
      type="datetime-local"
      step={1}
      label={t(`export.${which}`)}
      value={fields[which]}
      onChange={event => setFields({ ...fields, [which]: event.target.value })}
      error={which === 'to' && chosen === null ? t('export.wrong') : null}
    />
  )
  return (
    <FormDialog
      title={t('export.title', { name })}
      closeLabel={t('app:action.close')}
      cancelLabel={t('app:action.cancel')}
      submitLabel={error ? t('app:action.tryAgain') : t(`export.submit.${kind}`)}
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
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <div>
          <p className="mb-1.5 text-sm font-medium">{t('export.as')}</p>
          <Segmented<Kind>
            label={t('export.as')}
            options={kinds.map(value => ({ value, label: t(`export.kinds.${value}`) }))}
            value={kind}
            onChange={setKind}
          />
        </div>
        {kind === 'film' && (
          <div>
            <p className="mb-1.5 text-sm font-medium">{t('export.speed')}</p>
            <Segmented<Speed>
              label={t('export.speed')}
              options={speeds.map(value => ({ value, label: value }))}
              value={speed}
              onChange={setSpeed}
            />
          </div>
        )}
      </div>
      {preview && chosen && <Preview {...preview} fps={kind === 'film' ? Number(speed) : null} />}
      <p role="status" className="text-sm text-muted empty:hidden">
        {isBusy && t(`export.busy.${kind}`)}
      </p>
    </FormDialog>
  )
}

interface Shown {
  range: ExportedRange
  frames: readonly Frame[]
}

/** What the file of a range will have in it; null until that is known. */
function usePreview(source: Source, range: Range | null): Shown | null {
  const [shown, setShown] = useState<Shown | null>(null)
  const { from, to } = range ?? { from: '', to: '' }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the source of a dialog stays.
  useEffect(() => {
    let isCurrent = true
    setShown(null)
    if (from === '') return
    void Promise.all([
      call(exportFrames, { source, from, to }),
      call(readTimeline, { source, from, to, most: samples }),
    ]).then(([range, frames]) => {
      if (isCurrent && range.ok) setShown({ range: range.data, frames: frames.ok ? frames.data.frames : [] })
    })
    return () => {
      isCurrent = false
    }
  }, [from, to])
  return shown
}

/** `fps` is the speed of a film; null for files. */
function Preview({ range, frames, fps }: Shown & { fps: number | null }) {
  const { t } = useTranslation('sources')
  const { number } = useFormat()
  const exactTime = useExactTime()
  const { pictures: count, is_whole, first_at, last_at } = range
  if (count === 0) return <p className="text-sm text-muted">{t('export.none')}</p>
  const content =
    fps === null
      ? t('export.archive', { count })
      : t('export.film', { count, length: number(Math.max(1, Math.round(count / fps))) })
  return (
    <section aria-label={t('export.preview')} className="grid gap-2">
      <p className="text-sm">
        {content} {first_at && last_at && t('export.between', { from: exactTime(first_at), to: exactTime(last_at) })}
      </p>
      {!is_whole && <p className="text-sm text-muted">{t('export.spread')}</p>}
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
