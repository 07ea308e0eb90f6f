import { Copy, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button'
import { ConfirmDialog } from './confirm-dialog'
import { TextField } from './field'
import { IconButton } from './icon-button'
import { toast } from './toast'

type Step = 'renew' | 'end'

interface Props {
  /** Whether there is an address, which may have been shown long ago. */
  isGiven: boolean
  words: Record<
    'field' | 'copy' | 'copied' | 'notCopied' | 'make' | Step | 'failed' | 'askText' | 'cancel' | 'close',
    string
  > & {
    asks: Record<Step, string>
  }
  /** Below the address, while it is shown. */
  hint?: string
  /** Above the buttons. */
  note?: string | undefined
  /** The address that is shown now; the server tells it only once. */
  address: string | null
  /** Gives a new address in place of the one before, or ends it. Returns an error text, or null on success. */
  onRenew: (isOn: boolean) => Promise<string | null>
}

/** An address that works for everybody who knows it: made, shown once, renewed and ended, the latter two after a question. */
export function SecretAddress({ isGiven, words, hint, note, address, onRenew }: Props) {
  const [isWorking, setWorking] = useState(false)
  const [asked, ask] = useState<Step | null>(null)
  const make = async () => {
    setWorking(true)
    const error = await onRenew(true)
    setWorking(false)
    if (error !== null) toast.failure(words.failed, { text: error })
  }
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      toast.success(words.copied)
    } catch {
      // Browsers block the clipboard on pages without TLS; the address can be selected in its field.
      toast.failure(words.notCopied)
    }
  }
  return (
    <>
      {address && (
        <TextField
          label={words.field}
          readOnly
          value={address}
          onFocus={event => event.target.select()}
          trailing={<IconButton size="sm" icon={Copy} label={words.copy} onClick={() => void copy(address)} />}
          {...(hint && { hint })}
        />
      )}
      {note && <p className="text-xs text-muted">{note}</p>}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={KeyRound}
          loading={isWorking}
          needsServer
          onClick={() => (isGiven ? ask('renew') : void make())}
        >
          {isGiven ? words.renew : words.make}
        </Button>
        {isGiven && (
          <Button size="sm" variant="quiet" needsServer onClick={() => ask('end')}>
            {words.end}
          </Button>
        )}
      </div>
      {asked && (
        <ConfirmDialog
          danger
          title={words.asks[asked]}
          text={words.askText}
          confirmLabel={words[asked]}
          cancelLabel={words.cancel}
          closeLabel={words.close}
          onClose={() => ask(null)}
          onConfirm={async () => {
            const error = await onRenew(asked === 'renew')
            if (error === null) ask(null)
            return error
          }}
        />
      )}
    </>
  )
}
