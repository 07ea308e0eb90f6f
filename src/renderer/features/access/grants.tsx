import { Building2, Shield, UserRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Grant, Subject } from '#shared/contract/access/endpoints'
import { useErrorText } from '../../i18n/texts'
import { useFormat } from '../../platform/format'
import { Button } from '../../ui/button'
import type { Icon } from '../../ui/icon'
import { Loading, Skeleton } from '../../ui/skeleton'
import { toast } from '../../ui/toast'
import { deleteRestorable } from '../undo/store'
import { GrantForm, hasLevels } from './grant-form'
import { keyOf, useGrants } from './store'

const icons: Record<Grant['grantee_kind'], Icon> = { user: UserRound, role: Shield, branch: Building2 }

interface Props {
  subject: Subject
  managed: boolean
  onChanged?: () => void
}

/** Lists who has access to a subject. People who manage it can give and revoke access here [6.8a, 6.8b, D41]. */
export function Grants({ subject, managed, onChanged }: Props) {
  const { t } = useTranslation('access')
  const { kind, id } = subject
  useEffect(() => void useGrants.getState().load({ kind, id }), [kind, id])
  return (
    <>
      <section>
        <h3 className="pb-1 text-sm font-semibold">{t('given')}</h3>
        <List subject={subject} managed={managed} onChanged={onChanged} />
      </section>
      {managed && <GrantForm subject={subject} onGiven={onChanged} />}
    </>
  )
}

function List({ subject, managed, onChanged }: Props) {
  const { t } = useTranslation(['access', 'app'])
  const errorText = useErrorText()
  const held = useGrants(state => state.lists[keyOf(subject)])
  if (held?.status === 'failed') {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger-ink">
        {t('failed')}. {held.failure && errorText(held.failure)}
        <Button size="sm" onClick={() => void useGrants.getState().load(subject)}>
          {t('app:action.tryAgain')}
        </Button>
      </p>
    )
  }
  if (held?.status !== 'ready') {
    return (
      <Loading label={t('loading')} className="grid gap-3 py-2">
        <Skeleton width="60%" />
        <Skeleton width="45%" />
      </Loading>
    )
  }
  if (held.items.length === 0) return <p className="text-sm text-muted">{t('none')}</p>
  return (
    <ul aria-label={t('given')} className="divide-y divide-line">
      {held.items.map(grant => (
        <Row
          key={`${grant.grantee_kind}.${grant.grantee_id}`}
          subject={subject}
          grant={grant}
          managed={managed}
          onChanged={onChanged}
        />
      ))}
    </ul>
  )
}

function Row({ subject, grant, managed, onChanged }: Props & { grant: Grant }) {
  const { t } = useTranslation(['access', 'app'])
  const errorText = useErrorText()
  const format = useFormat()
  const [isRevoking, setRevoking] = useState(false)
  const { grantee_kind, grantee_id, grantee_name: name, level, expires_at } = grant
  const Glyph = icons[grantee_kind]

  async function revoke() {
    setRevoking(true)
    const outcome = await deleteRestorable({
      remove: () => useGrants.getState().revoke(subject, grant),
      done: t('revoked', { name }),
      restore: giveBack,
      notRestored: t('notGiven', { name }),
    })
    setRevoking(false)
    if (outcome.ok) onChanged?.()
    else toast.failure(errorText(outcome))
  }

  async function giveBack() {
    const params = { grantee_kind, grantee_id, level, ...(expires_at && { expires_at }) }
    const outcome = await useGrants.getState().give(subject, params)
    if (!outcome.ok) return outcome
    toast.success(t('gave', { name }))
    onChanged?.()
    return outcome
  }

  // `expires_at` is the end of access, so the last day is the one before it.
  const until = expires_at && t('until', { day: format.dayInSentence(format.dayKey(Date.parse(expires_at) - 1)) })
  const facts = [t(grantee_kind), hasLevels(subject) && t(level), until]
  return (
    <li className="flex min-h-row items-center gap-3 py-1.5">
      <span className="text-muted">
        <Glyph size={16} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium">{name}</span>
        <span className="block text-xs text-muted">{facts.filter(Boolean).join(' · ')}</span>
      </span>
      {managed && (
        <Button
          needsServer
          size="sm"
          variant="quiet"
          loading={isRevoking}
          aria-label={t('revokeOf', { name })}
          onClick={() => void revoke()}
        >
          {t('revoke')}
        </Button>
      )}
    </li>
  )
}
