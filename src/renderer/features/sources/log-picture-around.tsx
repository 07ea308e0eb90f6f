import { GalleryHorizontal, StepBack, StepForward, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Frame } from '#shared/contract/sources/endpoints'
import { LinkButton } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { toast } from '../../ui/toast'
import { timelineHref } from './keys'
import { useLogPictures } from './log-pictures-store'

interface Props {
  /** The picture of the log. */
  frame: Frame
  /** The picture that is shown in its place. */
  shown: Frame
}

/** Leads from a picture of a log to what its source showed right before and after [D41]. */
export function AroundPicture({ frame, shown }: Props) {
  const { t } = useTranslation('sources')
  const go = async (direction: 'before' | 'after') => {
    const isFound = await useLogPictures.getState().step(frame, direction)
    if (isFound === false) toast.info(t(direction === 'before' ? 'timeline.noBefore' : 'timeline.noAfter'))
  }
  return (
    <div className="-ml-2 flex items-center gap-1">
      <IconButton icon={StepBack} label={t('timeline.before')} onClick={() => void go('before')} needsServer />
      <IconButton icon={StepForward} label={t('timeline.after')} onClick={() => void go('after')} needsServer />
      {shown !== frame && (
        <IconButton icon={Undo2} label={t('timeline.back')} onClick={() => useLogPictures.getState().stepBack(frame)} />
      )}
      <LinkButton size="sm" variant="quiet" icon={GalleryHorizontal} href={timelineHref(shown.source, shown.taken_at)}>
        {t('timeline.open')}
      </LinkButton>
    </div>
  )
}
