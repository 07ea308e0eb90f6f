import {
  BadgeCheck,
  Cctv,
  Clock,
  Ellipsis,
  GalleryHorizontal,
  Images,
  Pencil,
  Trash2,
  TriangleAlert,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Camera } from '#shared/contract/sources/endpoints'
import { useErrorText } from '../../i18n/texts'
import { useFormat } from '../../platform/format'
import { MenuActions } from '../../platform/menu-actions'
import { useSession } from '../../platform/session'
import { Avatar } from '../../ui/avatar'
import { Badge } from '../../ui/badge'
import { Button, LinkButton } from '../../ui/button'
import { Drawer } from '../../ui/drawer'
import { IconButton } from '../../ui/icon-button'
import { MateMark } from '../../ui/mate-mark'
import { Menu, type MenuEntry } from '../../ui/menu'
import { toast } from '../../ui/toast'
import { useOpenRequests } from '../access/store'
import { useCan, useDirectory } from '../organisations/store'
import { CameraAudience, OwnAudience } from './audience'
import { changeCamera } from './cameras'
import type { Item } from './items'
import { subjectOf, timelineHref } from './keys'
import { useViewerName } from './names'
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
  const entries: MenuEntry[] = [
    { label: t('camera.edit'), icon: Pencil, onSelect: () => onAsk('edit') },
    { label: t('access.open'), icon: Users, onSelect: () => onAsk('access') },
    { kind: 'separator' },
    { label: t('camera.delete'), icon: Trash2, danger: true, onSelect: () => onAsk('delete') },
  ]
  return (
    <>
      <Menu label={t('camera.menu')} align="end" entries={entries}>
        {trigger => <IconButton icon={Ellipsis} label={t('camera.menu')} {...trigger} />}
      </Menu>
      <MenuActions entries={entries} group={t('title')} />
    </>
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
