import {
  BadgeCheck,
  Building2,
  Cctv,
  Clock,
  Ellipsis,
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
import type { Camera } from '#shared/contract/sources'
import { useErrorText } from '../../i18n/texts'
import { useFormat } from '../../platform/format'
import { Avatar } from '../../ui/avatar'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { Drawer } from '../../ui/drawer'
import type { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { MateMark } from '../../ui/mate-mark'
import { Menu } from '../../ui/menu'
import { toast } from '../../ui/toast'
import { useCan, useOrganisation } from '../organisations/store'
import { changeCamera } from './cameras'
import { useDirectory } from './directory'
import type { Item } from './items'
import { useViewerName } from './names'
import { ownPermission, usePermissions } from './permissions'
import { useSources } from './store'
import { Why } from './unavailable'

export type Asked = 'edit' | 'access' | 'delete'

interface Props {
  item: Item
  open: boolean
  onClose: () => void
  onAsk: (what: Asked) => void
}

/** What there is to know about a source: who looks, who may, and for how long its pictures are kept. */
export function Details({ item, open, onClose, onAsk }: Props) {
  const { t } = useTranslation(['sources', 'app'])
  const canManage = useCan('feeds.manage_cameras')
  const branch = useDirectory(({ branches }) =>
    item.kind === 'camera' ? branches.find(one => one.id === item.camera.branch_id)?.branch_name : undefined,
  )
  const isOwn = item.kind === 'screen' && item.isOwn
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
      <Watching item={item} />
      <Section title={t('detail.who')}>
        {item.kind === 'camera' ? (
          <CameraAudience camera_id={item.camera.camera_id} />
        ) : isOwn ? (
          <OwnAudience />
        ) : (
          <p className="text-sm text-muted">{t('detail.screenOwner', { name: item.name })}</p>
        )}
        {(isOwn || (item.kind === 'camera' && canManage)) && (
          <Button size="sm" className="mt-2.5" onClick={() => onAsk('access')}>
            {t('app:action.change')}
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

function CameraMenu({ onAsk }: { onAsk: (what: Asked) => void }) {
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

/** Everybody who looks at this moment, by name; jobs are among them. */
function Watching({ item }: { item: Item }) {
  const { t } = useTranslation('sources')
  const { time } = useFormat()
  const viewers = useSources(state => state.viewers[item.key] ?? nobody)
  const nameOf = useViewerName()
  return (
    <Section title={t('detail.watching')} badge={viewers.length > 0 && <Badge>{viewers.length}</Badge>}>
      {viewers.length === 0 && <p className="text-sm text-muted">{t('detail.nobody')}</p>}
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

/** Those who may see a camera: some always, others because they were let. */
function CameraAudience({ camera_id }: { camera_id: number }) {
  const { t } = useTranslation(['sources', 'app'])
  const held = usePermissions(state => state.cameras[camera_id])
  const { people, roles, branches } = useDirectory()
  const name = useOrganisation()?.organization_name ?? ''
  useEffect(() => void usePermissions.getState().load(camera_id), [camera_id])
  const permission = held?.permission
  return (
    <>
      <ul className="grid gap-2 text-sm">
        <Audience icon={Shield} text={t('detail.always')} />
        {permission?.organisation && <Audience icon={Building2} text={t('access.organisation', { name })} />}
        {permission?.role_ids.map(id => (
          <Audience key={`r${id}`} icon={Users} text={roles.find(one => one.role_id === id)?.role_name} />
        ))}
        {permission?.branch_ids.map(id => (
          <Audience key={`b${id}`} icon={Users} text={branches.find(one => one.id === id)?.branch_name} />
        ))}
        {permission?.user_ids.map(id => (
          <Audience key={`u${id}`} icon={UserRound} text={people.find(one => one.user_id === id)?.user_displayname} />
        ))}
      </ul>
      {held?.status === 'failed' && (
        <p role="alert" className="mt-2 text-sm text-danger-ink">
          {t('access.failed')}
        </p>
      )}
    </>
  )
}

function OwnAudience() {
  const { t } = useTranslation('sources')
  const name = useOrganisation()?.organization_name ?? ''
  const people = useDirectory(state => state.people)
  // Read anew with the feed.
  useSources(state => state.feed)
  const { organisation, user_ids } = ownPermission()
  return (
    <ul className="grid gap-2 text-sm">
      <Audience icon={Shield} text={t('detail.always')} />
      {organisation && <Audience icon={Building2} text={t('access.organisation', { name })} />}
      {user_ids.map(id => (
        <Audience key={id} icon={UserRound} text={people.find(one => one.user_id === id)?.user_displayname} />
      ))}
    </ul>
  )
}

/** Nobody whose name is not known to this person. */
function Audience({ icon: Glyph, text }: { icon: Icon; text: string | undefined }) {
  if (text === undefined) return null
  return (
    <li className="flex items-center gap-2">
      <Glyph size={16} className="text-muted" />
      {text}
    </li>
  )
}

/** Whether people in front of a camera are told, and how long its pictures stay. */
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
        <Button size="sm" icon={Cctv} className="mt-2" onClick={() => void confirm()}>
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
