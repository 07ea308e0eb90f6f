import { KeyRound } from 'lucide-react'
import { Suspense, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccessToken } from '#shared/contract/tokens/endpoints'
import { useErrorText } from '../../i18n/texts'
import { useFormat } from '../../platform/format'
import { MenuActions } from '../../platform/menu-actions'
import { useSession } from '../../platform/session'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { lazyComponent } from '../../ui/lazy-component'
import { SkeletonRows } from '../../ui/skeleton'
import { toast } from '../../ui/toast'
import { useTokens } from './store'

const CreateToken = lazyComponent(async () => (await import('./create-token')).CreateToken)

/** The card of the profile with the access tokens of the chosen workspace [D47]. */
export function TokensCard() {
  const { t } = useTranslation(['tokens', 'app'])
  const id = useId()
  const errorText = useErrorText()
  const organization = useSession(state => state.organizationId)
  const { known, failure, load } = useTokens()
  const [isCreating, setCreating] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each workspace has tokens of its own.
  useEffect(() => void load(), [load, organization])
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface-1 p-5 shadow-1"
    >
      <div>
        <h2 id={id} className="text-md font-semibold">
          {t('title')}
        </h2>
        <p className="mt-0.5 text-sm text-muted">{t('text')}</p>
      </div>
      {known === null && failure === null && <SkeletonRows label={t('loading')} rows={2} />}
      {known === null && failure !== null && (
        <p role="alert" className="flex items-center justify-between gap-3 text-sm">
          {errorText(failure)}
          <Button size="sm" onClick={() => void load()}>
            {t('app:action.tryAgain')}
          </Button>
        </p>
      )}
      {known !== null && known.length > 0 && (
        <ul className="flex flex-col">
          {known.map(token => (
            <Row key={token.token_id} token={token} />
          ))}
        </ul>
      )}
      {known !== null && (
        <>
          <MenuActions entries={[{ label: t('new'), onSelect: () => setCreating(true) }]} group={t('title')} />
          <Button size="sm" icon={KeyRound} className="self-start" onClick={() => setCreating(true)}>
            {t('new')}
          </Button>
        </>
      )}
      <Suspense fallback={null}>{isCreating && <CreateToken onClose={() => setCreating(false)} />}</Suspense>
    </section>
  )
}

function Row({ token: { token_id, name, scope, expires_at, last_used_at } }: { token: AccessToken }) {
  const { t } = useTranslation(['tokens', 'app'])
  const errorText = useErrorText()
  const { dayAndTime, shortDay } = useFormat()
  const [isAsking, setAsking] = useState(false)
  const isExpired = Date.parse(expires_at) <= Date.now()
  const revoke = async () => {
    const outcome = await useTokens.getState().revoke(token_id)
    if (!outcome.ok && outcome.code !== 'token.not_found') return errorText(outcome)
    toast.info(t('revoked', { name }))
    return null
  }
  return (
    <li className="flex items-center gap-3 border-t border-line py-2.5 last:border-b">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          <Badge tone={isExpired ? 'warn' : 'neutral'}>{t(isExpired ? 'expired' : `scopes.${scope}`)}</Badge>
        </p>
        <p className="mt-0.5 text-xs text-muted">
          {last_used_at ? t('used', { time: dayAndTime(last_used_at) }) : t('unused')}
          {' · '}
          {t(isExpired ? 'endedOn' : 'endsOn', { day: shortDay(expires_at) })}
        </p>
      </div>
      <MenuActions
        entries={[{ label: t('revokeOf', { name }), needsServer: true, onSelect: () => setAsking(true) }]}
        group={t('title')}
      />
      <Button
        needsServer
        size="sm"
        variant="quiet"
        aria-label={t('revokeOf', { name })}
        onClick={() => setAsking(true)}
      >
        {t('revoke')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          danger
          title={t('ask', { name })}
          text={t('askText')}
          confirmLabel={t('revoke')}
          cancelLabel={t('app:action.cancel')}
          closeLabel={t('app:action.close')}
          onConfirm={revoke}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}
