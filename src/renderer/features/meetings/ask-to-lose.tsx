import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { runMeetings } from './recording/meetings'

/** Asks before what was recorded so far is lost. */
export function AskToLose({ by, time, onClose }: { by: 'restart' | 'discard'; time: string; onClose: () => void }) {
  const { t } = useTranslation(['meetings', 'app'])
  return (
    <ConfirmDialog
      needsServer={false}
      title={t(`${by}.title`)}
      text={t(`${by}.text`, { time })}
      confirmLabel={t(`${by}.confirm`)}
      cancelLabel={t('app:action.cancel')}
      closeLabel={t('app:action.close')}
      danger
      onClose={onClose}
      onConfirm={async () => {
        onClose()
        runMeetings().recording?.do({ type: by })
        return null
      }}
    />
  )
}
