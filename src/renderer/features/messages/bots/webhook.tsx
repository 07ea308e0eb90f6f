import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Bot } from '#shared/contract/messages/bots'
import { useErrorText } from '../../../i18n/texts'
import { serverOrigin } from '../../../platform/desktop-app'
import { SecretAddress } from '../../../ui/secret-address'
import { useBots } from './store'

/** Gives a bot the address through which other programs write as it, and shows it once. */
export function Webhook({ bot: { bot_id, has_webhook: hadWebhook } }: { bot: Bot }) {
  const { t } = useTranslation(['messages', 'app'])
  const errorText = useErrorText()
  const hasWebhook = useBots(state => state.items.find(bot => bot.bot_id === bot_id)?.has_webhook ?? hadWebhook)
  const [address, setAddress] = useState<string | null>(null)
  return (
    <section aria-label={t('bots.webhook')} className="flex flex-col gap-2 rounded-md border border-line p-3">
      <p className="text-sm">{t(address ? 'bots.webhookShown' : hasWebhook ? 'bots.webhookOn' : 'bots.webhookOff')}</p>
      <SecretAddress
        isGiven={hasWebhook}
        address={address}
        hint={t('bots.example', { json: '{"text": "…"}' })}
        words={{
          field: t('bots.address'),
          copy: t('bots.copy'),
          copied: t('bots.copied'),
          notCopied: t('bots.notCopied'),
          make: t('bots.webhookMake'),
          renew: t('bots.webhookRenew'),
          end: t('bots.webhookEnd'),
          failed: t('bots.webhookFailed'),
          asks: { renew: t('bots.asks.renew'), end: t('bots.asks.end') },
          askText: t('bots.askText'),
          cancel: t('app:action.cancel'),
          close: t('app:action.close'),
        }}
        onRenew={async isOn => {
          const outcome = await useBots.getState().renew(bot_id, isOn)
          if (!outcome.ok) return errorText(outcome)
          setAddress(outcome.data.path && `${serverOrigin()}${outcome.data.path}`)
          return null
        }}
      />
    </section>
  )
}
