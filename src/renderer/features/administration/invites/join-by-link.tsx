import { CircleAlert, Link2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { Answer } from '#shared/contract/endpoint'
import { joinByLink, readJoinLink } from '#shared/contract/organisations/join-links'
import { useErrorText } from '../../../i18n/texts'
import { call } from '../../../platform/api'
import { Button } from '../../../ui/button'
import { toast } from '../../../ui/toast'
import { chooseOrganisation, useOrganisations } from '../../organisations/store'

type Found = Answer<typeof readJoinLink> | { error: string } | null

/** What a join link leads to, and the button that joins. */
export function JoinByLink() {
  const { t } = useTranslation('administration')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const join_token = params.get('join')
  const [found, setFound] = useState<Found>(null)
  const [isJoining, setJoining] = useState(false)
  useEffect(() => {
    let isOver = false
    if (join_token)
      void call(readJoinLink, { join_token }).then(outcome => {
        if (!isOver) setFound(outcome.ok ? outcome.data : { error: errorText(outcome) })
      })
    return () => {
      isOver = true
    }
  }, [join_token, errorText])
  if (!join_token || !found) return null

  async function join(organization_id: number) {
    setJoining(true)
    const joined = await call(joinByLink, { join_token: join_token ?? '' })
    if (joined.ok) useOrganisations.getState().put(joined.data)
    const chosen = joined.ok ? await chooseOrganisation(organization_id) : joined
    setJoining(false)
    if (!chosen.ok) {
      toast.failure(errorText(chosen))
      return
    }
    if (joined.ok) toast.success(t('join.joined', { name: joined.data.organization_name }))
    await navigate('/home/spaces')
  }

  if ('error' in found)
    return (
      <p role="alert" className="mb-3.5 flex gap-2 rounded-lg border border-line bg-surface-1 p-4 text-sm">
        <CircleAlert size={18} className="shrink-0 text-danger" />
        {found.error}
      </p>
    )
  const name = found.organization_name
  return (
    <section
      aria-label={name}
      className="mb-3.5 flex flex-wrap items-center gap-3.5 rounded-lg border border-accent bg-surface-1 px-4 py-3.5 shadow-1"
    >
      <span className="grid size-11 place-items-center rounded-[10px] bg-accent-soft text-accent-ink">
        <Link2 size={21} />
      </span>
      <span className="min-w-[160px] flex-1">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className="block text-sm text-muted">
          {found.is_member ? t('join.isMember') : t('join.text', { name: found.invited_by, role: found.role_name })}
        </span>
      </span>
      <Button
        needsServer
        variant="primary"
        aria-label={t(found.is_member ? 'join.openOf' : 'join.joinOf', { name })}
        loading={isJoining}
        onClick={() => void join(found.organization_id)}
      >
        {t(found.is_member ? 'join.open' : 'join.join')}
      </Button>
    </section>
  )
}
