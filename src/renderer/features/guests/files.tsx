import { Paperclip } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { guests as limits } from '#shared/limits'
import { useErrorText } from '../../i18n/texts'
import { useFileSize } from '../../platform/file-size'
import { useGuest } from '../../platform/guest'
import { Button } from '../../ui/button'
import { FileButton } from '../../ui/file-button'
import { UploadList } from '../attachments/slots'
import { removeUpload, useUploadStore, useUploads } from '../attachments/store'
import { uploadPlace, useGuestRecordings } from './store'

const accept = 'audio/*,video/*'
const isSound = ({ type }: File) => type === '' || /^(audio|video)\//.test(type)

/** Accepts files that a guest chose or dropped, within the limits for type, size and number. */
export function useTakeFiles() {
  const { t } = useTranslation('guests')
  const errorText = useErrorText()
  const size = useFileSize()
  const { ids, add } = useUploads(uploadPlace)
  const count = useGuest(state => state.batchIds.length) + ids.length
  const [problem, setProblem] = useState<string | null>(null)
  function take(files: readonly File[]) {
    const sounds = files.filter(isSound)
    const large = sounds.find(sound => sound.size > limits.fileBytes)
    const fitting = sounds.filter(sound => sound.size <= limits.fileBytes)
    const free = Math.max(0, limits.recordings - count)
    add(fitting.slice(0, free))
    if (fitting.length > free) setProblem(errorText({ code: 'guest.too_many_recordings', message: '' }))
    else if (large) setProblem(t('composer.tooLarge', { name: large.name, size: size(limits.fileBytes) }))
    else setProblem(sounds.length < files.length ? t('composer.notSound') : null)
  }
  return { take, problem }
}

export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation('guests')
  const label = t('composer.attach')
  return (
    <FileButton
      icon={Paperclip}
      variant="quiet"
      className="w-control px-0"
      aria-label={label}
      title={label}
      accept={accept}
      onFiles={onFiles}
    />
  )
}

interface Props {
  problem: string | null
  /** Whether files are being dragged over the window. */
  isDragged: boolean
}

/** The uploads above the composer. A finished one is handed to Mate. */
export function GuestUploads({ problem, isDragged }: Props) {
  const { t } = useTranslation('guests')
  const all = useUploadStore(state => state.uploads)
  const uploads = useMemo(() => all.filter(upload => upload.place === uploadPlace), [all])
  const handing = useGuestRecordings(state => state.handing)
  useEffect(() => {
    for (const { id, state } of uploads)
      if (state === 'done' && !(id in handing)) void useGuestRecordings.getState().handOver(id)
  }, [uploads, handing])
  const refused = uploads.filter(({ id }) => handing[id])
  if (uploads.length === 0 && !problem && !isDragged) return null
  return (
    <div className="mb-2 grid gap-2 pr-1.5">
      {isDragged && (
        <p className="rounded-sm border-2 border-dashed border-accent bg-accent-soft px-3 py-4 text-center text-sm font-medium text-accent-ink">
          {t('composer.drop')}
        </p>
      )}
      <UploadList place={uploadPlace} />
      {uploads.some(({ id }) => handing[id] === null) && (
        <p role="status" className="text-xs text-muted">
          {t('recording.starting')}
        </p>
      )}
      {refused.map(({ id, name }) => (
        <NotHandedOver key={id} id={id} name={name} />
      ))}
      {problem && (
        <p role="alert" className="text-xs text-danger-ink">
          {problem}
        </p>
      )}
    </div>
  )
}

function NotHandedOver({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation(['guests', 'app'])
  const errorText = useErrorText()
  const failure = useGuestRecordings(state => state.handing[id])
  if (!failure) return null
  return (
    <div className="flex flex-wrap items-center gap-2 text-xs text-danger-ink">
      <p role="alert" className="min-w-0 flex-1 basis-52 wrap-anywhere">
        {t('recording.notStarted', { name })} {errorText(failure)}
      </p>
      <Button size="sm" onClick={() => void useGuestRecordings.getState().handOver(id)}>
        {t('app:action.tryAgain')}
      </Button>
      <Button size="sm" variant="quiet" onClick={() => removeUpload(id)}>
        {t('recording.drop')}
      </Button>
    </div>
  )
}
