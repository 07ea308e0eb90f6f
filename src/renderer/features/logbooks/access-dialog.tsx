import { Building2, Shield, UserRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Grant } from '#shared/contract/logbooks'
import { useErrorText } from '../../i18n/texts'
import { useFormat } from '../../platform/format'
import { useSession } from '../../platform/session'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import type { Icon } from '../../ui/icon'
import { Loading, Skeleton } from '../../ui/skeleton'
import { toast } from '../../ui/toast'
import { useAccess } from './access-store'
import { GrantForm } from './grant-form'
import { useRights } from './rights'
import { type Info, useLogbooks } from './store'
import { type Rule, WhoField } from './who-field'

const icons: Record<Grant['grantee_kind'], Icon> = { user: UserRound, role: Shield, branch: Building2 }

/** Who can see a document, and for those who manage it, the rule and the grants to change [6.8a, D21]. */
export function AccessDialog({ info, onClose }: { info: Info; onClose: () => void }) {
  const { t } = useTranslation(['logbooks', 'app'])
  const { managed } = useRights(info)
  const { doc_id } = info
  useEffect(() => {
    void useAccess.getState().loadGrants(doc_id)
    void useAccess.getState().loadDirectory()
  }, [doc_id])
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={t('access.title', { name: info.document_name })}
      closeLabel={t('app:action.close')}
    >
      <div className="flex flex-col gap-5">
        <section>
          <h3 className="text-sm font-semibold">{t('access.seen')}</h3>
          <Seen info={info} />
        </section>
        {managed && <RuleForm key={`${info.access}.${info.branch_id}`} info={info} />}
        <section>
          <h3 className="pb-1 text-sm font-semibold">{t('access.given')}</h3>
          <Grants doc_id={doc_id} managed={managed} />
        </section>
        {managed && <GrantForm doc_id={doc_id} />}
      </div>
    </Dialog>
  )
}

function Seen({ info }: { info: Info }) {
  const { t } = useTranslation('logbooks')
  const branch = useAccess(state => state.directory.branch.find(one => one.id === info.branch_id)?.name)
  const name = info.createdby?.user_displayname
  const sentence = {
    private: name ? t('access.private', { name }) : t('access.privateNobody'),
    branch: branch ? t('access.branch', { branch }) : t('access.branchUnknown'),
    organisation: t('access.organisation'),
  }[info.access]
  return (
    <p className="mt-0.5 text-sm text-muted">
      {sentence} {info.access !== 'organisation' && t('access.always')}
    </p>
  )
}

function RuleForm({ info }: { info: Info }) {
  const { t } = useTranslation('logbooks')
  const errorText = useErrorText()
  const userId = useSession(state => state.userId)
  const [rule, setRule] = useState<Rule>({ access: info.access, branch_id: info.branch_id })
  const [error, setError] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const isChanged = rule.access !== info.access || (rule.access === 'branch' && rule.branch_id !== info.branch_id)

  async function save() {
    const { access, branch_id } = rule
    if (access === 'branch' && branch_id === null) {
      setError(t('who.branchMissing'))
      return
    }
    setSaving(true)
    const outcome = await useLogbooks.getState().update({
      doc_id: info.doc_id,
      access,
      ...(access === 'branch' && branch_id !== null && { branch_id }),
    })
    setSaving(false)
    if (outcome.ok) toast.success(t('access.ruleSaved'))
    else setError(errorText(outcome))
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={event => {
        event.preventDefault()
        if (!isSaving) void save()
      }}
    >
      <WhoField
        rule={rule}
        isOwn={info.createdby?.user_id === userId}
        error={rule.access === 'branch' ? error : null}
        onChange={next => {
          setRule(next)
          setError(null)
        }}
      />
      {error && rule.access !== 'branch' && (
        <p role="alert" className="text-sm text-danger-ink">
          {error}
        </p>
      )}
      {isChanged && (
        <Button type="submit" variant="primary" loading={isSaving} className="self-start">
          {t('access.saveRule')}
        </Button>
      )}
    </form>
  )
}

function Grants({ doc_id, managed }: { doc_id: number; managed: boolean }) {
  const { t } = useTranslation(['logbooks', 'app'])
  const errorText = useErrorText()
  const held = useAccess(state => state.grants[doc_id])
  if (held?.status === 'failed') {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger-ink">
        {t('access.failed')}. {held.failure && errorText(held.failure)}
        <Button size="sm" onClick={() => void useAccess.getState().loadGrants(doc_id)}>
          {t('app:action.tryAgain')}
        </Button>
      </p>
    )
  }
  if (held?.status !== 'ready') {
    return (
      <Loading label={t('access.loading')} className="grid gap-3 py-2">
        <Skeleton width="60%" />
        <Skeleton width="45%" />
      </Loading>
    )
  }
  if (held.list.length === 0) return <p className="text-sm text-muted">{t('access.none')}</p>
  return (
    <ul aria-label={t('access.given')} className="divide-y divide-line">
      {held.list.map(grant => (
        <GrantRow key={`${grant.grantee_kind}.${grant.grantee_id}`} doc_id={doc_id} grant={grant} managed={managed} />
      ))}
    </ul>
  )
}

function GrantRow({ doc_id, grant, managed }: { doc_id: number; grant: Grant; managed: boolean }) {
  const { t } = useTranslation('logbooks')
  const errorText = useErrorText()
  const format = useFormat()
  const [isRevoking, setRevoking] = useState(false)
  const { grantee_kind, grantee_id, grantee_name: name, level, expires_at } = grant
  const Glyph = icons[grantee_kind]

  async function revoke() {
    setRevoking(true)
    const outcome = await useAccess.getState().revoke({ doc_id, grantee_kind, grantee_id })
    setRevoking(false)
    if (outcome.ok) toast.success(t('access.revoked', { name }))
    else toast.failure(errorText(outcome))
  }

  const kind = { user: t('access.user'), role: t('access.role'), branch: t('access.branchKind') }[grantee_kind]
  // The instant is when it is over: the day before that is the last one.
  const until = expires_at && t('access.until', { day: format.day(Date.parse(expires_at) - 1) })
  return (
    <li className="flex min-h-row items-center gap-3 py-1.5">
      <span className="text-muted">
        <Glyph size={16} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium">{name}</span>
        <span className="block text-xs text-muted">
          {[kind, t(`access.${level}`), until].filter(Boolean).join(' · ')}
        </span>
      </span>
      {managed && (
        <Button
          size="sm"
          variant="quiet"
          loading={isRevoking}
          aria-label={t('access.revokeOf', { name })}
          onClick={() => void revoke()}
        >
          {t('access.revoke')}
        </Button>
      )}
    </li>
  )
}
