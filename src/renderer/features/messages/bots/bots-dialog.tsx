import { Bot as BotIcon, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Bot } from '#shared/contract/messages/bots'
import { useErrorText } from '../../../i18n/texts'
import { useFormat } from '../../../platform/format'
import { Badge } from '../../../ui/badge'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { LoadFailed } from '../../../ui/load-failed'
import { SkeletonRows } from '../../../ui/skeleton'
import { BotForm } from './bot-form'
import { useBots } from './store'

/** The bots of the organisation: owners and admins create, change and delete them here. */
export function BotsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['messages', 'app'])
  const errorText = useErrorText()
  const { items, status, failure } = useBots()
  const [edited, setEdited] = useState<Bot | 'new' | null>(null)
  useEffect(() => void useBots.getState().load(), [])
  if (edited !== null)
    return <BotForm bot={edited === 'new' ? null : edited} onClose={() => setEdited(null)} onSaved={setEdited} />
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('bots.title')}
      closeLabel={t('app:action.close')}
      footer={
        <Button variant="primary" icon={Plus} onClick={() => setEdited('new')}>
          {t('bots.new')}
        </Button>
      }
    >
      <p className="pb-3 text-sm text-muted">{t('bots.intro')}</p>
      {items.length === 0 && status === 'failed' && (
        <LoadFailed
          title={t('bots.failed')}
          text={failure && errorText(failure)}
          retryLabel={t('app:action.tryAgain')}
          onRetry={() => void useBots.getState().load()}
        />
      )}
      {items.length === 0 && status === 'loading' && <SkeletonRows label={t('bots.loading')} />}
      {items.length === 0 && status === 'ready' && <p className="text-sm text-muted">{t('bots.none')}</p>}
      <ul className="flex flex-col gap-1">
        {items.map(bot => (
          <li key={bot.bot_id}>
            <BotRow bot={bot} onOpen={() => setEdited(bot)} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function BotRow({ bot, onOpen }: { bot: Bot; onOpen: () => void }) {
  const { t } = useTranslation('messages')
  const format = useFormat()
  const content = (
    <>
      <span className="grid size-8 shrink-0 place-items-center rounded-full bg-surface-3 text-muted">
        <BotIcon size={16} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium">{bot.name}</span>
        <span className="block truncate text-xs text-muted">
          {bot.is_jobs
            ? t('bots.ofJobs')
            : bot.last_used_at
              ? t('bots.lastUsed', { time: format.dayAndTime(bot.last_used_at) })
              : t('bots.neverUsed')}
        </span>
      </span>
      {bot.has_webhook && <Badge>{t('bots.webhook')}</Badge>}
    </>
  )
  const look = 'flex w-full min-w-0 items-center gap-2.5 rounded-sm px-2 py-1.5 text-left pointer-coarse:min-h-touch'
  return bot.is_jobs ? (
    <div className={look}>{content}</div>
  ) : (
    <button type="button" onClick={onOpen} className={`${look} hover:bg-surface-3`}>
      {content}
    </button>
  )
}
