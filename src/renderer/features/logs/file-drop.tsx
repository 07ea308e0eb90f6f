import { Paperclip } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx'
import { useFileDrop } from '../../ui/use-file-drop'

/** Accepts files dropped anywhere on its pane, and shows the target while they are dragged. */
export function FileDrop({ onFiles }: { onFiles: (files: File[], folders: number) => void }) {
  const { t } = useTranslation('attachments')
  const mark = useRef<HTMLSpanElement>(null)
  const pane = useRef<HTMLElement | null>(null)
  const [box, setBox] = useState<DOMRect | null>(null)
  useEffect(() => {
    pane.current = mark.current?.closest('main') ?? null
  }, [])
  const drag = useFileDrop(pane, onFiles)
  const isDragged = drag !== null
  useEffect(() => {
    if (isDragged) setBox(pane.current?.getBoundingClientRect() ?? null)
  }, [isDragged])
  return (
    <>
      <span ref={mark} hidden />
      {drag && box && (
        <div
          style={{ top: box.top, left: box.left, width: box.width, height: box.height }}
          className="pointer-events-none fixed z-sticky p-3"
        >
          <div
            className={cx(
              'grid size-full place-items-center rounded-lg border-2 border-dashed bg-surface-1/90',
              drag === 'over' ? 'border-accent text-accent-ink' : 'border-strong text-muted',
            )}
          >
            <p className="flex items-center gap-2 text-lg font-semibold">
              <Paperclip size={20} />
              {t('drop')}
            </p>
          </div>
        </div>
      )}
    </>
  )
}
