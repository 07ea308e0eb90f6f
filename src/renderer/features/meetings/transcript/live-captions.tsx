import { Mic } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Caption, readCaptions } from '#shared/contract/meetings/live'
import { call } from '../../../platform/api'
import { clockText } from '../../../platform/clock-text'
import { onResync, reloadOn } from '../../../platform/live'

/** A meeting whose recording is still running, with what was said in it so far. */
export function BeingRecorded({ doc_id }: { doc_id: number }) {
  const { t } = useTranslation('meetings')
  return (
    <div className="grid min-h-full flex-1 content-start justify-items-center gap-4 p-5">
      <div className="flex w-full max-w-measure items-start gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-danger-soft text-danger-ink">
          <Mic size={20} />
        </span>
        <div>
          <h2 className="text-md font-semibold">{t('captions.title')}</h2>
          <p className="text-sm text-muted">{t('captions.text')}</p>
        </div>
      </div>
      <div className="w-full max-w-measure">
        <CaptionLines doc_id={doc_id} isRunning />
      </div>
    </div>
  )
}

/** The last captions of a meeting, which the transcript replaces. Nothing where there are none. */
export function CaptionLines({ doc_id, isRunning = false }: { doc_id: number; isRunning?: boolean }) {
  const { t } = useTranslation('meetings')
  const captions = useCaptions(doc_id)
  if (captions.length === 0 && !isRunning) return null
  return (
    <section aria-labelledby={`captions-${doc_id}`} className="grid gap-2 border-t border-line pt-4 text-left">
      <h3 id={`captions-${doc_id}`} className="text-sm font-semibold">
        {t('captions.label')}
      </h3>
      {captions.length === 0 && <p className="text-sm text-muted">{t('captions.none')}</p>}
      {/* The newest line stays in view, because a reversed column scrolls from its end. */}
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        className="flex max-h-[60vh] flex-col-reverse overflow-y-auto"
      >
        <ol aria-live="polite" aria-relevant="additions" className="grid gap-1.5">
          {captions.map(({ place, start, text }) => (
            <li key={place} className="flex gap-3 text-md">
              <span className="w-10 shrink-0 pt-px text-right text-xs leading-6 text-muted tabular-nums">
                {clockText(start)}
              </span>
              <span className="min-w-0 wrap-anywhere">{text}</span>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

/** The captions of a meeting, kept up to date. The newest answer wins. */
function useCaptions(doc_id: number): readonly Caption[] {
  const [captions, setCaptions] = useState<readonly Caption[]>([])
  useEffect(() => {
    let latest = 0
    const read = async () => {
      latest += 1
      const mine = latest
      const outcome = await call(readCaptions, { doc_id })
      if (mine === latest && outcome.ok) setCaptions(outcome.data)
    }
    void read()
    const stops = [
      reloadOn(
        'caption.added',
        () => void read(),
        event => (event.doc_id === doc_id ? doc_id : undefined),
      ),
      onResync(() => void read()),
    ]
    return () => {
      latest = -1
      for (const stop of stops) stop()
    }
  }, [doc_id])
  return captions
}
