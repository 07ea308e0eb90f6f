import { Minimize2 } from 'lucide-react'
import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { logError } from '../../platform/log'
import { IconButton } from '../../ui/icon-button'
import { LazyModal } from '../../ui/lazy-modal'
import type { Item } from './items'
import { Face, useViewerCount } from './tile'
import { useStatusText } from './use-status-text'
import { useWatch } from './use-watch'

/**
 * One source over the whole window, in full screen where the browser allows it. The document goes full screen instead
 * of the picture, so that the capture strip stays visible.
 */
export function FullScreen({ item, onClose }: { item: Item; onClose: () => void }) {
  const { t } = useTranslation('sources')
  const id = useId()
  const status = useStatusText()(item, true)
  const viewers = useViewerCount(item)
  useWatch(item.key)
  useEffect(() => {
    const root = document.documentElement
    const onChange = () => {
      if (!document.fullscreenElement) onClose()
    }
    if (document.fullscreenEnabled) {
      document.addEventListener('fullscreenchange', onChange)
      root.requestFullscreen().catch((cause: unknown) => logError('The browser did not go full screen.', cause))
    }
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    }
  }, [onClose])
  return (
    <LazyModal open onClose={onClose} labelledBy={id} className="inset-x-0 top-top-inset bottom-0">
      <h2 id={id} className="sr-only">
        {item.name}
      </h2>
      <div className="relative min-h-0 flex-1">
        <Face item={item} status={status} viewers={viewers} isWhole />
        <span data-theme="dark" className="absolute right-3 bottom-3">
          <IconButton
            icon={Minimize2}
            label={t('detail.leaveFullScreen')}
            variant="outline"
            tooltipSide="top"
            onClick={onClose}
          />
        </span>
      </div>
    </LazyModal>
  )
}
