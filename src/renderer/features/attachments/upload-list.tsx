import { CircleAlert, Pause, Play, RefreshCw, X } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../i18n/texts'
import { useFileSize } from '../../platform/file-size'
import { useOfflineSince } from '../../platform/online'
import { IconButton } from '../../ui/icon-button'
import { ProgressBar } from '../../ui/progress-bar'
import { fileIcons } from './file-icon'
import { runUploads, useUploadStore } from './store'
import { bytesMissing, isForGood, kindOf, type Upload } from './upload'

/** After a reload, pictures larger than this are shown as an icon. */
const largestPreview = 20_000_000

interface Props {
  place: string
  /** Hides the remove buttons. */
  isFixed?: boolean
  onRemove?: (id: string) => void
}

/** The files chosen in a place, with the progress of each and its actions. */
export function UploadList({ place, isFixed = false, onRemove }: Props) {
  const { t } = useTranslation('attachments')
  const all = useUploadStore(state => state.uploads)
  const uploads = useMemo(() => all.filter(upload => upload.place === place), [all, place])
  const isWhole = uploads.length > 0 && uploads.every(upload => upload.state === 'done')
  return (
    <>
      {uploads.length > 0 && (
        <ul aria-label={t('upload.label')} className="grid gap-1.5 md:grid-cols-2">
          {uploads.map(upload => (
            <Row
              key={upload.id}
              upload={upload}
              onRemove={
                isFixed
                  ? null
                  : () => {
                      runUploads().remove(upload.id)
                      onRemove?.(upload.id)
                    }
              }
            />
          ))}
        </ul>
      )}
      {/* Progress is not announced continuously, because each bar can be asked for it. Only completion is announced. */}
      <p role="status" className="sr-only">
        {isWhole && t('upload.allThere')}
      </p>
    </>
  )
}

function Row({ upload, onRemove }: { upload: Upload; onRemove: (() => void) | null }) {
  const { t } = useTranslation('attachments')
  const size = useFileSize()
  const { id, name, state } = upload
  const isOnItsWay = state === 'sending' || state === 'waiting' || state === 'paused' || state === 'finishing'
  return (
    <li className="flex min-w-0 items-center gap-2.5 rounded-sm border border-line bg-surface-1 py-1.5 pr-1.5 pl-2">
      <Preview upload={upload} />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium" title={name}>
          {name}
        </p>
        <State upload={upload} size={size} />
        {isOnItsWay && (
          <span className="mt-1 block">
            <ProgressBar label={t('upload.progress', { name })} value={upload.sent / upload.size} />
          </span>
        )}
      </div>
      <span className="flex shrink-0">
        {(state === 'sending' || state === 'waiting') && (
          <IconButton
            icon={Pause}
            size="sm"
            label={t('upload.pause', { name })}
            onClick={() => runUploads().pause(id)}
          />
        )}
        {state === 'paused' && (
          <IconButton
            icon={Play}
            size="sm"
            label={t('upload.resume', { name })}
            onClick={() => runUploads().resume(id)}
          />
        )}
        {state === 'failed' && !isForGood(upload.failure?.code ?? '') && (
          <IconButton
            icon={RefreshCw}
            size="sm"
            label={t('upload.retry', { name })}
            onClick={() => runUploads().resume(id)}
          />
        )}
        {state !== 'elsewhere' && onRemove && (
          <IconButton icon={X} size="sm" label={t('upload.remove', { name })} onClick={onRemove} />
        )}
      </span>
    </li>
  )
}

function State({ upload, size }: { upload: Upload; size: (bytes: number) => string }) {
  const { t } = useTranslation('attachments')
  const errorText = useErrorText()
  const { state, failure, sent, isKept } = upload
  const isOffline = useOfflineSince() !== null
  if (state === 'failed' && failure) {
    return (
      <p role="alert" className="flex gap-1 text-xs text-danger-ink">
        <CircleAlert size={14} className="mt-px" />
        {failure.code === bytesMissing ? t('upload.gone') : errorText(failure)}
      </p>
    )
  }
  const whole = size(upload.size)
  const words = {
    waiting: failure || isOffline ? t('upload.noNetwork') : t('upload.waiting'),
    sending: t('upload.sending', { sent: size(sent), size: whole }),
    paused: t('upload.paused', { sent: size(sent), size: whole }),
    finishing: t('upload.finishing'),
    elsewhere: t('upload.elsewhere'),
    done: whole,
    failed: whole,
  }[state]
  return (
    <p className="text-xs text-muted tabular-nums">
      {words}
      {isKept === false && state !== 'done' && <span className="block">{t('upload.notKept')}</span>}
    </p>
  )
}

function Preview({ upload }: { upload: Upload }) {
  const kind = kindOf(upload)
  const [address, setAddress] = useState<string | null>(null)
  const { id } = upload
  const isPicture = kind === 'image'
  useEffect(() => {
    if (!isPicture) return
    let made: string | null = null
    let isOver = false
    void runUploads()
      .bytesOf(id, largestPreview)
      .then(bytes => {
        if (!bytes || isOver) return
        made = URL.createObjectURL(bytes)
        setAddress(made)
      })
    return () => {
      isOver = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [id, isPicture])
  const Glyph = fileIcons[kind]
  return (
    <span className="grid size-9 shrink-0 place-items-center overflow-hidden rounded-xs bg-surface-3 text-muted">
      {address ? (
        <img src={address} alt="" className="size-full object-cover" onError={() => setAddress(null)} />
      ) : (
        <Glyph size={18} />
      )}
    </span>
  )
}
