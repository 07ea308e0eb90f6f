import { ChevronRight, MailOpen, Plus } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Organisation } from '#shared/contract/organisations/endpoints'
import type { OpenInvite } from '#shared/contract/profile/endpoints'
import { useErrorText } from '../../i18n/texts'
import { useFormat } from '../../platform/format'
import { useSession } from '../../platform/session'
import { usePageTitle } from '../../platform/title'
import { Avatar } from '../../ui/avatar'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { lazyComponent } from '../../ui/lazy-component'
import { OrgMark } from '../../ui/org-mark'
import { SkeletonRows } from '../../ui/skeleton'
import { toast } from '../../ui/toast'
import { WheelMark } from '../../ui/wheel-mark'
import { useProfile } from '../profile/store'
import { AboveWorkspaces } from './slots'
import { chooseOrganisation, decline, join, useOrganisations } from './store'
import { ListFailed } from './workspace-list'

const CreateDialog = lazyComponent(async () => (await import('./create-dialog')).CreateDialog)

/** Lets the person choose, join or create a workspace; shown without the shell [2.20a]. */
export function WorkspacePage() {
  const { t } = useTranslation('organisations')
  const { items: list, status, failure } = useOrganisations()
  const invites = useProfile(state => state.profile?.open_invites ?? none)
  const [isCreating, setCreating] = useState(false)
  usePageTitle(t('choose.page'))
  useEffect(() => void useOrganisations.getState().load(), [])

  const isEmpty = list.length === 0 && invites.length === 0
  const isFirst = isEmpty && status === 'ready'
  return (
    <main className="grid min-h-full place-items-center bg-surface-0 py-10">
      <div className="w-[min(560px,calc(100vw-32px))]">
        <Who />
        <h1 className="text-2xl font-semibold tracking-tight text-balance">
          {t(isFirst ? 'choose.first' : 'choose.title')}
        </h1>
        <p className="mt-1.5 mb-5 text-muted">{t(isFirst ? 'choose.firstText' : 'choose.text')}</p>
        <AboveWorkspaces />
        {!isFirst && (
          <ul className="mb-3.5 overflow-hidden rounded-lg border border-line bg-surface-1 shadow-1">
            {list.map(organisation => (
              <Row key={organisation.organization_id} organisation={organisation} />
            ))}
            {invites.map(invite => (
              <Invited key={invite.invite_id} invite={invite} />
            ))}
            {status === 'loading' && list.length === 0 && (
              <li>
                <SkeletonRows label={t('choose.loading')} rows={3} />
              </li>
            )}
            {failure !== null && (
              <li className="flex py-3">
                <ListFailed />
              </li>
            )}
          </ul>
        )}
        <Button
          size="lg"
          block
          icon={Plus}
          variant={isFirst ? 'primary' : 'default'}
          className={isFirst ? '' : 'border-dashed'}
          onClick={() => setCreating(true)}
        >
          {t('create.open')}
        </Button>
        {isCreating && (
          <Suspense fallback={null}>
            <CreateDialog onClose={() => setCreating(false)} />
          </Suspense>
        )}
      </div>
    </main>
  )
}

const none: OpenInvite[] = []

function Who() {
  const { t } = useTranslation()
  const profile = useProfile(state => state.profile)
  return (
    <div className="mb-7 flex items-center justify-between gap-4">
      <span className="flex items-center gap-2 text-accent">
        <WheelMark size={26} />
        <span className="text-[17px] font-semibold tracking-tight text-default">{t('name')}</span>
      </span>
      {profile && (
        <span className="flex min-w-0 items-center gap-2 text-sm text-muted">
          <Avatar name={profile.user_displayname} id={String(profile.user_id)} src={profile.user_image} size={26} />
          <span className="truncate max-md:hidden">{profile.user_email ?? profile.user_phone}</span>
          <a href="#/logout" className="ml-1.5 whitespace-nowrap text-accent">
            {t('action.signOut')}
          </a>
        </span>
      )}
    </div>
  )
}

const row = 'flex w-full items-center gap-3.5 border-b border-line px-4 py-3.5 text-left last:border-b-0'

function Row({ organisation }: { organisation: Organisation }) {
  const { t } = useTranslation('organisations')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const opened = useOpened(organisation.opened_at)
  const [isOpening, setOpening] = useState(false)
  const { organization_id, organization_name, organization_image, branch_count, member_count, org_role, is_premium } =
    organisation

  const open = async () => {
    if (isOpening) return
    setOpening(true)
    if (useSession.getState().organizationId !== organization_id) {
      const outcome = await chooseOrganisation(organization_id)
      if (!outcome.ok) {
        setOpening(false)
        toast.failure(errorText(outcome))
        return
      }
    }
    await navigate('/')
  }

  const size = t('list.size', {
    branches: t('list.branches', { count: branch_count }),
    people: t('list.people', { count: member_count }),
  })
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        aria-busy={isOpening}
        onClick={() => void open()}
        className={`${row} border-b-0 hover:bg-surface-2 focus-visible:-outline-offset-2 focus-visible:shadow-none`}
      >
        <OrgMark name={organization_name} id={String(organization_id)} src={organization_image} size={44} />
        <span className="min-w-0 flex-1">
          <span className="flex min-w-0 items-center gap-2">
            <span className="truncate font-semibold">{organization_name}</span>
            {is_premium && <Badge tone="accent">{t('list.premium')}</Badge>}
          </span>
          <span className="block truncate text-sm text-muted">
            {size} {t(`list.${org_role}`)}
          </span>
        </span>
        {opened && <span className="text-xs whitespace-nowrap text-muted max-md:hidden">{opened}</span>}
        <ChevronRight size={18} className="text-muted" />
      </button>
    </li>
  )
}

function useOpened(opened_at: string | null): string | null {
  const { t } = useTranslation('organisations')
  const { day, daysAgo } = useFormat()
  if (!opened_at) return null
  const ago = daysAgo(opened_at)
  if (ago === 0) return t('list.openedToday')
  return ago === 1 ? t('list.openedYesterday') : t('list.opened', { day: day(opened_at) })
}

/** An open invite; Join opens its workspace. */
function Invited({ invite }: { invite: OpenInvite }) {
  const { t } = useTranslation('organisations')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const [busy, setBusy] = useState<'join' | 'decline' | null>(null)
  const name = invite.organization_name

  const accept = async () => {
    setBusy('join')
    const joined = await join(invite)
    const chosen = joined.ok ? await chooseOrganisation(invite.organization_id) : joined
    setBusy(null)
    if (!chosen.ok) toast.failure(errorText(chosen))
    else {
      toast.success(t('openInvite.joined', { name }))
      await navigate('/')
    }
  }
  const refuse = async () => {
    setBusy('decline')
    const outcome = await decline(invite)
    setBusy(null)
    if (outcome.ok) toast.info(t('openInvite.declined', { name }))
    else toast.failure(errorText(outcome))
  }

  return (
    <li className={`${row} flex-wrap bg-surface-2`}>
      <span className="grid size-11 place-items-center rounded-[10px] bg-surface-3 text-muted">
        <MailOpen size={21} />
      </span>
      <span className="min-w-[160px] flex-1">
        <span className="block font-semibold">{name}</span>
        <span className="block text-sm text-muted">
          {t('openInvite.text', { name: invite.invited_by, role: invite.role_name })}
        </span>
      </span>
      <span className="flex gap-2 max-md:w-full max-md:justify-end">
        <Button
          needsServer
          size="sm"
          variant="quiet"
          aria-label={t('openInvite.declineOf', { name })}
          loading={busy === 'decline'}
          onClick={() => void refuse()}
        >
          {t('openInvite.decline')}
        </Button>
        <Button
          needsServer
          size="sm"
          variant="primary"
          aria-label={t('openInvite.joinOf', { name })}
          loading={busy === 'join'}
          onClick={() => void accept()}
        >
          {t('openInvite.join')}
        </Button>
      </span>
    </li>
  )
}
