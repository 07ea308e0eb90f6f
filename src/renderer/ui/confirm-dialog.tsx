import { useState } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'

interface Props {
  /** The question. */
  title: string
  /** What comes of it. */
  text: string
  confirmLabel: string
  cancelLabel: string
  closeLabel: string
  /** It takes something away. */
  danger?: boolean
  /** Does it; answers what went wrong, in words, or null. The caller closes, so that it can lead elsewhere. */
  onConfirm: () => Promise<string | null>
  onClose: () => void
}

/** A question before something that matters; the way out has the focus. Mounted while it is open. */
export function ConfirmDialog({
  title,
  text,
  confirmLabel,
  cancelLabel,
  closeLabel,
  danger = false,
  onConfirm,
  onClose,
}: Props) {
  const [isWorking, setWorking] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function confirm() {
    setWorking(true)
    setError(null)
    setError(await onConfirm())
    setWorking(false)
  }

  return (
    <Dialog
      open
      role="alertdialog"
      size="sm"
      onClose={onClose}
      title={title}
      description={text}
      closeLabel={closeLabel}
      footer={
        <>
          <Button onClick={onClose}>{cancelLabel}</Button>
          <Button variant={danger ? 'danger' : 'primary'} loading={isWorking} onClick={() => void confirm()}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {error && (
        <p role="alert" className="text-sm text-danger-ink">
          {error}
        </p>
      )}
    </Dialog>
  )
}
