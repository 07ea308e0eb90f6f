import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { browserClock, type Clock } from '../../platform/clock'
import { LazyModal } from '../../ui/lazy-modal'
import { useOverlay } from '../overlay-state'
import { Chooser } from './chooser'

/**
 * The command palette: jump to a page, run a command, ask Mate, or open a search result. Arrow keys move, Enter
 * selects, Escape closes.
 */
export function Palette({ clock = browserClock }: { clock?: Clock }) {
  const { t } = useTranslation('overlays')
  const id = useId()
  const { hide } = useOverlay.getState()
  return (
    <LazyModal
      open
      onClose={hide}
      labelledBy={id}
      className="max-md:inset-x-0 max-md:top-top-inset max-md:bottom-0 md:top-[12vh] md:left-1/2 md:max-h-[min(480px,76vh)] md:w-[560px] md:-translate-x-1/2 md:rounded-lg md:border md:border-line duration-base ease-enter data-ending-style:opacity-0 data-starting-style:opacity-0"
    >
      <h2 id={id} className="sr-only">
        {t('palette.title')}
      </h2>
      <Chooser clock={clock} onDone={hide} />
    </LazyModal>
  )
}
