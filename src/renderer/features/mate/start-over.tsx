import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../i18n/texts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { useMate } from './store'

/** Asks for confirmation before the conversation is deleted. */
export function StartOver({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['mate', 'app'])
  const errorText = useErrorText()
  const [isDeleting, setDeleting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const startOver = async () => {
    setDeleting(true)
    setProblem(null)
    const outcome = await useMate.getState().startOver()
    setDeleting(false)
    if (outcome.ok) onClose()
    else setProblem(errorText(outcome))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      role="alertdialog"
      size="sm"
      title={t('startOver.title')}
      description={t('startOver.text')}
      closeLabel={t('app:action.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('app:action.cancel')}</Button>
          <Button needsServer variant="danger" loading={isDeleting} onClick={() => void startOver()}>
            {t('startOver.action')}
          </Button>
        </>
      }
    >
      {problem && (
        <p role="alert" className="text-sm text-danger-ink">
          {problem}
        </p>
      )}
    </Dialog>
  )
}
