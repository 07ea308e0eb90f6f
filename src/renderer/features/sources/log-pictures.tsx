import { EyeOff, RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/format'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { FrameImage } from './frame-image'
import { useLogPictures } from './log-pictures-store'

/** The pictures that a log shows: small, each with its time, and large when one is opened. */
export function LogPictures({ frame_ids }: { frame_ids: readonly string[] }) {
  const { t } = useTranslation(['sources', 'app'])
  const { time, dayAndTime } = useFormat()
  const { pictures, renew } = useLogPictures()
  const [open, setOpen] = useState<string | null>(null)
  useEffect(() => useLogPictures.getState().want(frame_ids), [frame_ids])
  const shown = open === null ? undefined : pictures[open]
  const isFailed = frame_ids.some(id => pictures[id] === 'failed')
  return (
    <>
      <ul aria-label={t('logged.label')} className="mt-2 flex flex-wrap gap-2">
        {frame_ids.map(id => {
          const known = pictures[id]
          if (known === undefined) return <li key={id} className="h-18 w-32 rounded-sm bg-surface-3" />
          if (typeof known === 'string') return known === 'hidden' && <Hidden key={id} />
          return (
            <li key={id}>
              <button
                type="button"
                aria-label={t('logged.open', { when: dayAndTime(known.taken_at) })}
                onClick={() => setOpen(id)}
                className="relative block h-18 w-32 overflow-hidden rounded-sm bg-surface-3"
              >
                <FrameImage frame={known} alt="" className="size-full object-cover" renew={renew} />
                <span
                  data-theme="dark"
                  className="absolute bottom-1.5 left-1.5 rounded-xs bg-surface-0/80 px-1.5 text-xs font-medium text-default tabular-nums"
                >
                  {time(known.taken_at)}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      {isFailed && (
        <p role="alert" className="mt-1 flex flex-wrap items-center gap-2 text-sm text-danger-ink">
          {t('logged.failed')}
          <Button size="sm" icon={RefreshCw} onClick={() => useLogPictures.getState().want(frame_ids)}>
            {t('app:action.tryAgain')}
          </Button>
        </p>
      )}
      {typeof shown === 'object' && (
        <Dialog
          open
          size="lg"
          onClose={() => setOpen(null)}
          title={dayAndTime(shown.taken_at)}
          closeLabel={t('app:action.close')}
        >
          <FrameImage
            frame={shown}
            alt={t('logged.picture', { when: dayAndTime(shown.taken_at) })}
            className="w-full rounded-sm bg-surface-3"
            renew={renew}
          />
        </Dialog>
      )}
    </>
  )
}

function Hidden() {
  const { t } = useTranslation('sources')
  return (
    <li className="flex h-18 w-32 flex-col items-center justify-center gap-1 rounded-sm border border-line px-2 text-center text-xs text-muted">
      <EyeOff size={16} aria-hidden />
      {t('logged.hidden')}
    </li>
  )
}
