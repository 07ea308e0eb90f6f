import { Copy, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Bot } from '#shared/contract/messages/bots'
import { useErrorText } from '../../../i18n/texts'
import { serverOrigin } from '../../../platform/desktop-app'
import { Button } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { TextField } from '../../../ui/field'
import { IconButton } from '../../../ui/icon-button'
import { toast } from '../../../ui/toast'
import { useBots } from './store'

/** Gives a bot the address through which other programs write as it, and shows it once. */
export function Webhook({ bot: { bot_id, has_webhook: hadWebhook } }: { bot: Bot }) {
  const { t } = useTranslation(['messages', 'app'])
  const errorText = useErrorText()
  const hasWebhook = useBots(state => state.items.find(bot => bot.bot_id === bot_id)?.has_webhook ?? hadWebhook)
  const [address, setAddress] = useState<string | null>(null)
  const [isWorking, setWorking] = useState(false)
  const [asked, ask] = useState<'renew' | 'end' | null>(null)
  const renew = async (is_on: boolean) => {
    const outcome = await useBots.getState().renew(bot_id, is_on)
    if (outcome.ok) setAddress(outcome.data.path && `${serverOrigin()}${outcome.data.path}`)
    return outcome
  }
  const make = async () => {
    setWorking(true)
    const outcome = await renew(true)
    setWorking(false)
    if (!outcome.ok) toast.failure(t('bots.webhookFailed'), { text: errorText(outcome) })
  }
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      toast.success(t('bots.copied'))
    } catch {
      // Browsers block the clipboard on pages without TLS; the address can be selected in its field.
      toast.failure(t('bots.notCopied'))
    }
  }
  return (
    <section aria-label={t('bots.webhook')} className="flex flex-col gap-2 rounded-md border border-line p-3">
      <p className="text-sm">{t(address ? 'bots.webhookShown' : hasWebhook ? 'bots.webhookOn' : 'bots.webhookOff')}</p>
      {address && (
        <TextField
          label={t('bots.address')}
          readOnly
          value={address}
          onFocus={event => event.target.select()}
          trailing={<IconButton size="sm" icon={Copy} label={t('bots.copy')} onClick={() => void copy(address)} />}
          hint={t('bots.example', { json: '{"text": "…"}' })}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={KeyRound}
          loading={isWorking}
          needsServer
          onClick={() => (hasWebhook ? ask('renew') : void make())}
        >
          {t(hasWebhook ? 'bots.webhookRenew' : 'bots.webhookMake')}
        </Button>
        {hasWebhook && (
          <Button size="sm" variant="quiet" needsServer onClick={() => ask('end')}>
            {t('bots.webhookEnd')}
          </Button>
        )}
      </div>
      {asked && (
        <ConfirmDialog
          danger
          title={t(`bots.asks.${asked}`)}
          text={t('bots.askText')}
          confirmLabel={t(asked === 'renew' ? 'bots.webhookRenew' : 'bots.webhookEnd')}
          cancelLabel={t('app:action.cancel')}
          closeLabel={t('app:action.close')}
          onClose={() => ask(null)}
          onConfirm={async () => {
            const outcome = await renew(asked === 'renew')
            if (!outcome.ok) return errorText(outcome)
            ask(null)
            return null
          }}
        />
      )}
    </section>
  )
}
