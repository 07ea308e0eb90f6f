import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'
import { useServerAway } from './server-away'

interface Props {
  title: string
  closeLabel: string
  cancelLabel: string
  submitLabel: string
  onClose: () => void
  onSubmit: (event: FormEvent) => Promise<void>
  /** While true, the form cannot be submitted again. */
  isSubmitting: boolean
  /** An error of the whole form, in addition to the errors of its fields. */
  error?: string | null
  /** What it does cannot be undone. */
  danger?: boolean
  children: ReactNode
}

/** A dialog with a form: its fields, a cancel button and a submit button. Mounted while it is open. */
export function FormDialog({
  title,
  closeLabel,
  cancelLabel,
  submitLabel,
  onClose,
  onSubmit,
  isSubmitting,
  error,
  danger = false,
  children,
}: Props) {
  const id = useId()
  const isAway = useServerAway() !== null
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={closeLabel}
      footer={
        <>
          <Button onClick={onClose}>{cancelLabel}</Button>
          <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} loading={isSubmitting} needsServer>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={id}
        onSubmit={event => {
          if (isSubmitting || isAway) event.preventDefault()
          else void onSubmit(event)
        }}
        noValidate
        className="flex flex-col gap-4"
      >
        {children}
        {error && (
          <p role="alert" className="text-sm text-danger-ink">
            {error}
          </p>
        )}
      </form>
    </Dialog>
  )
}
