import {
  BadgeCheck,
  Building2,
  Cctv,
  Clock,
  Ellipsis,
  GalleryHorizontal,
  Images,
  Pencil,
  Shield,
  Trash2,
  TriangleAlert,
  UserRound,
  Users,
} from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Grant, GranteeKind, Subject } from '#shared/contract/access/endpoints'
import type { Camera } from '#shared/contract/sources/endpoints'
import { useErrorText } from '../../i18n/texts'
import { useFormat } from '../../platform/format'
import { useSession } from '../../platform/session'
import { Avatar } from '../../ui/avatar'
import { Badge } from '../../ui/badge'
import { Button, LinkButton } from '../../ui/button'
import { Drawer } from '../../ui/drawer'
import type { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { MateMark } from '../../ui/mate-mark'
import { Menu } from '../../ui/menu'
import { toast } from '../../ui/toast'
import { keyOf as grantsKey, useGrants, useOpenRequests } from '../access/store'
import { useCan, useDirectory, useOrganisation } from '../organisations/store'
import { changeCamera } from './cameras'
import type { Item } from './items'
import { subjectOf, timelineHref } from './keys'
import { useViewerName } from './names'
import { usePermissions } from './permissions'
import { WordsReaders } from './slots'
import { useSources } from './store'
import { Why } from './unavailable'

export type DetailsAction = 'edit' | 'access' | 'delete'

interface Props {
  item: Item
  open: boolean
  onClose: () => void
  onAsk: (what: DetailsAction) => void
}

/** The details of a source: its viewers, who has access, and how long its pictures are kept. */
export function Details({ item, open, onClose, onAsk }: Props) {
  const { t } = useTranslation(['sources', 'access', 'app'])
  const canManage = useCan('feeds.manage_cameras')
  const branch = useDirectory(({ branches }) =>
    item.kind === 'camera' ? branches.find(branch => branch.id === item.camera.branch_id)?.branch_name : undefined,
  )
  const isOwn = item.kind === 'screen' && item.isOwn
  const managed = isOwn || (item.kind === 'camera' && canManage)
  const count = useOpenRequests(managed ? subjectOf(item.source) : null)
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={item.name}
      closeLabel={t('app:action.close')}
      actions={item.kind === 'camera' && canManage && <CameraMenu onAsk={onAsk} />}
    >
      <p className="flex flex-wrap items-center gap-x-1.5 text-xs text-muted">
        {[t(`tile.${item.kind}`), branch].filter(Boolean).join(', ')}
        {!item.isThere && <Why item={item} />}
      </p>
      {item.kind === 'camera' && item.camera.description && (
        <p className="mt-2 text-sm whitespace-pre-line wrap-anywhere">{item.camera.description}</p>
      )}
      <LinkButton size="sm" icon={GalleryHorizontal} href={timelineHref(item.source)} className="mt-3">
        {t('timeline.title')}
      </LinkButton>
      <Watching item={item} />
      <ReadsWords item={item} />
      <Section title={t('detail.who')}>
        {item.kind === 'camera' ? (
          <CameraAudience camera_id={item.camera.camera_id} />
        ) : item.isOwn ? (
          <OwnAudience user_id={item.screen.user.user_id} />
        ) : (
          <p className="text-sm text-muted">{t('detail.screenOwner', { name: item.name })}</p>
        )}
        {managed && (
          <Button size="sm" className="mt-2.5" onClick={() => onAsk('access')}>
            {t('app:action.change')}
            {count > 0 && ' '}
            {count > 0 && <Badge tone="accent">{t('access:asks', { count })}</Badge>}
          </Button>
        )}
      </Section>
      {item.kind === 'camera' && <Notice camera={item.camera} canManage={canManage} />}
      {isOwn && (
        <a href="#/feed/mine" className="mt-[18px] flex items-center gap-2 text-sm font-medium text-accent">
          <Images size={16} />
          {t('own.record')}
        </a>
      )}
    </Drawer>
  )
}

function CameraMenu({ onAsk }: { onAsk: (what: DetailsAction) => void }) {
  const { t } = useTranslation('sources')
  return (
    <Menu
      label={t('camera.menu')}
      align="end"
      entries={[
        { label: t('camera.edit'), icon: Pencil, onSelect: () => onAsk('edit') },
        { label: t('access.open'), icon: Users, onSelect: () => onAsk('access') },
        { kind: 'separator' },
        { label: t('camera.delete'), icon: Trash2, danger: true, onSelect: () => onAsk('delete') },
      ]}
    >
      {trigger => <IconButton icon={Ellipsis} label={t('camera.menu')} {...trigger} />}
    </Menu>
  )
}

function Section({ title, badge, children }: { title: string; badge?: ReactNode; children: ReactNode }) {
  return (
    <section className="mt-[18px]">
      <h3 className="mb-2 flex items-center gap-1.5 text-xs font-semibold text-muted">
        {title}
        {badge}
      </h3>
      {children}
    </section>
  )
}

const nobody: never[] = []

/** The names of everybody watching now, including jobs. */
function Watching({ item }: { item: Item }) {
  const { t } = useTranslation('sources')
  const { time } = useFormat()
  const currentViewers = useSources(state => state.viewers[item.key] ?? nobody)
  const isConnected = useSources(state => state.feedStatus === 'CONNECTED')
  const userId = useSession(state => state.userId)
  const nameOf = useViewerName()
  // The person reading this is watching too, so a list without them is outdated.
  const isLooking = item.kind === 'camera' || item.isThere
  const isKnown = isConnected && (!isLooking || currentViewers.some(({ user_id }) => user_id === userId))
  const viewers = isKnown ? currentViewers : nobody
  return (
    <Section title={t('detail.watching')} badge={viewers.length > 0 && <Badge>{viewers.length}</Badge>}>
      {viewers.length === 0 && (
        <p className="text-sm text-muted">
          {t(isKnown ? 'detail.nobody' : isConnected ? 'detail.notYetKnown' : 'detail.notKnown')}
        </p>
      )}
      <ul aria-label={t('detail.watching')} className="grid gap-[9px]">
        {viewers.map(viewer => (
          <li key={`${viewer.user_id}.${viewer.job_id}`} className="flex items-center gap-2.5">
            {viewer.job_id === null ? (
              <Avatar name={viewer.name} id={String(viewer.user_id)} src={viewer.image} decorative />
            ) : (
              <MateMark size={28} />
            )}
            <span className="min-w-0">
              <span className="block truncate text-sm font-medium">{nameOf(viewer)}</span>
              <span className="block text-xs text-muted">{t('detail.since', { time: time(viewer.since) })}</span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Which jobs read the words on the pictures. */
function ReadsWords({ item: { key, source } }: { item: Item }) {
  const jobs = useSources(state => (state.viewers[key] ?? nobody).filter(({ job_id }) => job_id !== null).length)
  return <WordsReaders source={source} jobs={jobs} />
}

/** The people who may see a camera: those who always may, and those with access. */
function CameraAudience({ camera_id }: { camera_id: number }) {
  const { t } = useTranslation('sources')
  const held = usePermissions(state => state.cameras[camera_id])
  useEffect(() => void usePermissions.getState().load(camera_id), [camera_id])
  return (
    <Audience
      subject={subjectOf({ kind: 'camera', camera_id })}
      isOpen={held?.permission?.organisation ?? false}
      problem={held?.status === 'failed' ? t('access.failed') : null}
    />
  )
}

function OwnAudience({ user_id }: { user_id: number }) {
  const isOpen = useSources(state => state.feed?.is_my_screen_accessible_to_org ?? false)
  return <Audience subject={subjectOf({ kind: 'screen', user_id })} isOpen={isOpen} problem={null} />
}

const kindIcons: Record<GranteeKind, Icon> = { user: UserRound, role: Users, branch: Users }
const noGrants: Grant[] = []

/** The people who always may, everybody if that is set, and the people with access. */
function Audience({ subject, isOpen, problem }: { subject: Subject; isOpen: boolean; problem: string | null }) {
  const { t } = useTranslation(['sources', 'access'])
  const { day } = useFormat()
  const name = useOrganisation()?.organization_name ?? ''
  const { kind, id } = subject
  const held = useGrants(state => state.lists[grantsKey({ kind, id })])
  useEffect(() => void useGrants.getState().load({ kind, id }), [kind, id])
  const failed = problem ?? (held?.status === 'failed' ? t('access.failed') : null)
  return (
    <>
      <ul className="grid gap-2 text-sm">
        <Line icon={Shield} text={t('detail.always')} />
        {isOpen && <Line icon={Building2} text={t('access.organisation', { name })} />}
        {(held?.items ?? noGrants).map(({ grantee_kind, grantee_id, grantee_name, expires_at }) => (
          <Line
            key={`${grantee_kind}.${grantee_id}`}
            icon={kindIcons[grantee_kind]}
            text={grantee_name}
            // `expires_at` is the end of access, so the last day is the one before it.
            more={expires_at && t('access:until', { day: day(Date.parse(expires_at) - 1) })}
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

/** Whether people in front of a camera are informed, and how long its pictures are kept. */
function Notice({ camera, canManage }: { camera: Camera; canManage: boolean }) {
  const { t } = useTranslation('sources')
  const { day } = useFormat()
  const errorText = useErrorText()
  const { notice_confirmed_by: by, notice_confirmed_at: at, camera_id, kept_days } = camera
  const confirmed = by !== null && at !== null

  async function confirm() {
    const outcome = await changeCamera({ camera_id, notice_confirmed: true })
    if (!outcome.ok) toast.failure(errorText(outcome))
  }

  return (
    <section className="mt-[18px] rounded-md border border-line bg-surface-2 p-3">
      <h3 className="flex items-center gap-2 text-sm font-semibold">
        {confirmed ? (
          <BadgeCheck size={16} className="text-success" />
        ) : (
          <TriangleAlert size={16} className="text-warn" />
        )}
        {t('detail.notice')}
      </h3>
      <p className="mt-1 text-xs text-muted">
        {confirmed ? t('detail.noticeBy', { name: by, day: day(at) }) : t('detail.noticeNone')}
      </p>
      {!confirmed && canManage && (
        <Button needsServer size="sm" icon={Cctv} className="mt-2" onClick={() => void confirm()}>
          {t('detail.confirm')}
        </Button>
      )}
      <p className="mt-2 flex items-center gap-2 text-xs text-muted">
        <Clock size={14} />
        {t('detail.kept', { count: kept_days })}
      </p>
    </section>
  )
}
