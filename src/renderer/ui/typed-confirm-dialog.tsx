import { type ReactNode, useId, useState } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'
import { TextField } from './field'

interface Props {
  title: string
  text: string
  /** What must be typed before the button works. */
  expected: string
  fieldLabel: string
  confirmLabel: string
  cancelLabel: string
  closeLabel: string
  /** What the person should know or do before. */
  children: ReactNode
  onClose: () => void
  /** Returns why it failed, or null if it is done; then the dialog is closed by whoever opened it. */
  onConfirm: (typed: string) => Promise<string | null>
}

/** A question before something that cannot be taken back: its button works once a name or an address was typed. */
export function TypedConfirmDialog({ expected, onClose, onConfirm, children, ...texts }: Props) {
  const form = useId()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const isSame = typed.trim() === expected.trim()

  async function confirm() {
    if (!isSame || isSending) return
    setSending(true)
    setError(await onConfirm(typed))
    setSending(false)
  }

  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      title={texts.title}
      description={texts.text}
      closeLabel={texts.closeLabel}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancelLabel}</Button>
          <Button needsServer variant="danger" type="submit" form={form} loading={isSending} disabled={!isSame}>
            {texts.confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={event => {
          event.preventDefault()
          void confirm()
        }}
      >
        {children}
        <TextField
          label={texts.fieldLabel}
          error={error}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={event => {
            setTyped(event.target.value)
            setError(null)
          }}
        />
      </form>
    </Dialog>
  )
}
