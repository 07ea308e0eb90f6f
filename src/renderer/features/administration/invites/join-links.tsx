import { Copy, Link2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '#shared/contract/organisations/endpoints'
import type { JoinLink } from '#shared/contract/organisations/join-links'
import { useErrorText } from '../../../i18n/texts'
import { serverOrigin } from '../../../platform/desktop-app'
import { useFormat } from '../../../platform/format'
import { MenuActions } from '../../../platform/menu-actions'
import { Badge } from '../../../ui/badge'
import { Button } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { TextField } from '../../../ui/field'
import { Select } from '../../../ui/select'
import { toast } from '../../../ui/toast'
import { useJoinLinks } from './store'

const lifetimes = ['1', '7', '30'] as const
const uses = ['1', '10', '50', '500'] as const

/** Links with which anybody who has one joins; they expire, are limited, and can be revoked. */
export function JoinLinks({ roles }: { roles: readonly Role[] }) {
  const { t } = useTranslation('administration')
  const errorText = useErrorText()
  const { items: links } = useJoinLinks()
  const [roleId, setRoleId] = useState(() => String(roles.at(-1)?.role_id ?? ''))
  const [days, setDays] = useState<(typeof lifetimes)[number]>('7')
  const [max, setMax] = useState<(typeof uses)[number]>('10')
  const [address, setAddress] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isCreating, setCreating] = useState(false)
  useEffect(() => void useJoinLinks.getState().load(), [])

  async function create() {
    setCreating(true)
    const fields = { role_id: Number(roleId), expires_in_days: Number(days), max_uses: Number(max) }
    const outcome = await useJoinLinks.getState().create(fields)
    setCreating(false)
    setError(outcome.ok ? null : errorText(outcome))
    if (outcome.ok) setAddress(`${serverOrigin()}/#/workspace?join=${encodeURIComponent(outcome.data.token)}`)
  }

  return (
    <section aria-labelledby="join-links" className="flex flex-col gap-3">
      <h2 id="join-links" className="text-md font-semibold">
        {t('links.title')}
      </h2>
      <p className="text-sm text-muted">{t('links.text')}</p>
      <div className="grid grid-cols-3 gap-3">
        <Select
          label={t('links.role')}
          options={roles.map(role => ({ value: String(role.role_id), label: role.role_name }))}
          value={roleId}
          onChange={setRoleId}
        />
        <Select
          label={t('links.lifetime')}
          options={lifetimes.map(value => ({ value, label: t('links.days', { count: Number(value) }) }))}
          value={days}
          onChange={setDays}
        />
        <Select
          label={t('links.max')}
          options={uses.map(value => ({ value, label: t('links.times', { count: Number(value) }) }))}
          value={max}
          onChange={setMax}
        />
      </div>
      {error && (
        <p role="alert" className="text-sm text-danger-ink">
          {error}
        </p>
      )}
      <MenuActions
        entries={[{ label: t('links.create'), needsServer: true, disabled: isCreating, onSelect: () => void create() }]}
        group={t('section.invites')}
      />
      <div>
        <Button needsServer icon={Link2} loading={isCreating} onClick={() => void create()}>
          {t('links.create')}
        </Button>
      </div>
      {address && <NewLink address={address} />}
      {links.length > 0 && (
        <ul aria-labelledby="join-links" className="divide-y divide-line border-y border-line">
          {links.map(link => (
            <LinkRow key={link.link_id} link={link} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** The address, which is shown once. */
function NewLink({ address }: { address: string }) {
  const { t } = useTranslation('administration')
  async function copy() {
    await navigator.clipboard.writeText(address).then(
      () => toast.success(t('links.copied')),
      () => toast.failure(t('links.notCopied')),
    )
  }
  return (
    <div className="flex items-end gap-2 rounded-md border border-accent bg-accent-soft p-3">
      <TextField
        label={t('links.new')}
        hint={t('links.once')}
        readOnly
        value={address}
        className="flex-1"
        onFocus={event => event.target.select()}
      />
      <MenuActions entries={[{ label: t('links.copy'), onSelect: () => void copy() }]} group={t('section.invites')} />
      <Button icon={Copy} className="mb-5" onClick={() => void copy()}>
        {t('links.copy')}
      </Button>
    </div>
  )
}

function LinkRow({ link }: { link: JoinLink }) {
  const { t } = useTranslation(['administration', 'app'])
  const errorText = useErrorText()
  const { dayInSentence, dayKey } = useFormat()
  const [isAsking, setAsking] = useState(false)
  async function revoke() {
    const outcome = await useJoinLinks.getState().revoke(link.link_id)
    if (!outcome.ok) return errorText(outcome)
    setAsking(false)
    return null
  }
  return (
    <li className="flex min-h-11 items-center gap-2 py-2 text-sm">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{link.role_name}</span>
        <span className="block text-xs text-muted">
          {t('links.facts', {
            ...{ uses: link.uses, max: link.max_uses, name: link.created_by },
            day: dayInSentence(dayKey(link.expires_at)),
          })}
        </span>
      </span>
      {link.status === 'open' ? (
        <>
          <MenuActions
            entries={[
              {
                label: t('links.revokeOf', { role: link.role_name }),
                needsServer: true,
                onSelect: () => setAsking(true),
              },
            ]}
            group={t('section.invites')}
          />
          <Button
            needsServer
            size="sm"
            variant="quiet"
            aria-label={t('links.revokeOf', { role: link.role_name })}
            onClick={() => setAsking(true)}
          >
            {t('links.revoke')}
          </Button>
        </>
      ) : (
        <Badge>{t(`links.${link.status}`)}</Badge>
      )}
      {isAsking && (
        <ConfirmDialog
          danger
          title={t('links.ask', { role: link.role_name })}
          text={t('links.askText')}
          confirmLabel={t('links.revoke')}
          cancelLabel={t('app:action.cancel')}
          closeLabel={t('app:action.close')}
          onConfirm={revoke}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}
