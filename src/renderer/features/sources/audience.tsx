import { Building2, Lock, Shield, UserRound, Users } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Grant, GranteeKind, Subject } from '#shared/contract/access/endpoints'
import { useFormat } from '../../platform/format'
import type { Icon } from '../../ui/icon'
import { keyOf as grantsKey, useGrants } from '../access/store'
import { useOrganisation } from '../organisations/store'
import { subjectOf } from './keys'
import { usePermissions } from './permissions'
import { useSources } from './store'

interface Said {
  /** Who always may is said elsewhere on the page. */
  isAlwaysSaid?: boolean
}

/** The people who may see a camera: those who always may, and those with access. */
export function CameraAudience({ camera_id, isAlwaysSaid }: { camera_id: number } & Said) {
  const { t } = useTranslation('sources')
  const held = usePermissions(state => state.cameras[camera_id])
  useEffect(() => void usePermissions.getState().load(camera_id), [camera_id])
  return (
    <Audience
      subject={subjectOf({ kind: 'camera', camera_id })}
      isOpen={held?.permission?.organisation ?? false}
      problem={held?.status === 'failed' ? t('access.failed') : null}
      isAlwaysSaid={isAlwaysSaid}
    />
  )
}

/** The people who may see the person's own screen while it is shared. */
export function OwnAudience({ user_id, isAlwaysSaid }: { user_id: number } & Said) {
  const isOpen = useSources(state => state.feed?.is_my_screen_accessible_to_org ?? false)
  return (
    <Audience
      subject={subjectOf({ kind: 'screen', user_id })}
      isOpen={isOpen}
      problem={null}
      isAlwaysSaid={isAlwaysSaid}
    />
  )
}

const kindIcons: Record<GranteeKind, Icon> = { user: UserRound, role: Users, branch: Users }
const noGrants: Grant[] = []

interface AudienceProps extends Said {
  subject: Subject
  isOpen: boolean
  problem: string | null
}

/** The people who always may, everybody if that is set, and the people with access. */
function Audience({ subject, isOpen, problem, isAlwaysSaid = false }: AudienceProps) {
  const { t } = useTranslation(['sources', 'access'])
  const { dayInSentence, dayKey } = useFormat()
  const name = useOrganisation()?.organization_name ?? ''
  const { kind, id } = subject
  const held = useGrants(state => state.lists[grantsKey({ kind, id })])
  useEffect(() => void useGrants.getState().load({ kind, id }), [kind, id])
  const isNobodyElse = !isOpen && held?.status === 'ready' && held.items.length === 0
  const failed = problem ?? (held?.status === 'failed' ? t('access.failed') : null)
  return (
    <>
      <ul className="grid gap-2 text-sm">
        {!isAlwaysSaid && <Line icon={Shield} text={t('detail.always')} />}
        {/* Keeps the room of a line until somebody is named. */}
        {isAlwaysSaid && !isOpen && held?.status !== 'ready' && !failed && <li aria-hidden="true">&nbsp;</li>}
        {isAlwaysSaid && isNobodyElse && <Line icon={Lock} text={t('sharing.nobodyElse')} />}
        {isOpen && <Line icon={Building2} text={t('access.organisation', { name })} />}
        {(held?.items ?? noGrants).map(({ grantee_kind, grantee_id, grantee_name, expires_at }) => (
          <Line
            key={`${grantee_kind}.${grantee_id}`}
            icon={kindIcons[grantee_kind]}
            text={grantee_name}
            // `expires_at` is the end of access, so the last day is the one before it.
            more={expires_at && t('access:until', { day: dayInSentence(dayKey(Date.parse(expires_at) - 1)) })}
          />
        ))}
      </ul>
      {failed && (
        <p role="alert" className="mt-2 text-sm text-danger-ink">
          {failed}
        </p>
      )}
    </>
  )
}

function Line({ icon: Glyph, text, more }: { icon: Icon; text: string; more?: string | null }) {
  return (
    <li className="flex items-start gap-2">
      <Glyph size={16} className="mt-0.5 shrink-0 text-muted" />
      <span className="min-w-0 wrap-anywhere">
        <span className="block">{text}</span>
        {more && <span className="block text-xs text-muted">{more}</span>}
      </span>
    </li>
  )
}
