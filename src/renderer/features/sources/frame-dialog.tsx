import { useTranslation } from 'react-i18next'
import type { OwnFrame } from '#shared/contract/sources'
import { useFormat } from '../../platform/format'
import { Dialog } from '../../ui/dialog'
import { FrameImage } from './frame-image'
import { SeenBy } from './frame-row'
import { useRecord } from './record'

/** One picture, as large as there is room. */
export function FrameDialog({ frame, onClose }: { frame: OwnFrame; onClose: () => void }) {
  const { t } = useTranslation(['sources', 'app'])
  const { dayAndTime } = useFormat()
  const when = dayAndTime(frame.taken_at)
  return (
    <Dialog open size="lg" onClose={onClose} title={when} closeLabel={t('app:action.close')}>
      <FrameImage
        frame={frame}
        alt={t('tile.picture', { name: t('tile.yourScreen'), when })}
        className="mb-3 w-full rounded-sm bg-surface-3"
        renew={useRecord.getState().renew}
      />
      <SeenBy frame={frame} />
    </Dialog>
  )
}
