import { useState } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'

interface Props {
  /** The question. */
  title: string
  /** What the action will do. */
  text: string
  confirmLabel: string
  cancelLabel: string
  closeLabel: string
  /** Marks a destructive action. */
  danger?: boolean
  /** Whether the action is a call that is not queued; true by default. */
  needsServer?: boolean
  /**
   * Performs the action. Returns an error text, or null on success. The caller closes the dialog, so that it can
   * navigate elsewhere.
   */
  onConfirm: () => Promise<string | null>
  onClose: () => void
}

/** Asks for confirmation before an important action; the cancel button has the focus. Mounted while it is open. */
export function ConfirmDialog({
  title,
  text,
  confirmLabel,
  cancelLabel,
  closeLabel,
  danger = false,
  needsServer = true,
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
          <Button
            variant={danger ? 'danger' : 'primary'}
            loading={isWorking}
            needsServer={needsServer}
            onClick={() => void confirm()}
          >
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
