import { BadgeCheck, Cctv, Clock, Eye, Laptop, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { frames } from '#shared/contract/sources/limits'
import { withinPlan } from '#shared/rules/plans'
import { useFormat } from '../../platform/format'
import { Button, LinkButton } from '../../ui/button'
import type { Icon } from '../../ui/icon'
import { LoadFailed } from '../../ui/load-failed'
import { SkeletonRows } from '../../ui/skeleton'
import { useCan, useDirectory, useOrganisation } from '../organisations/store'
import { CameraAudience, OwnAudience } from './audience'
import type { Item } from './items'
import { useViewerName } from './names'
import { useSources } from './store'
import { useItems } from './view'

/** Cards that are shown at once. Each of them asks the server who may see its source. */
const atOnce = 12

/** What is shared by whom: each camera and screen, who may see it, who looks, and how long its pictures are kept. */
export function SharedSourceList() {
  const { t } = useTranslation(['sources', 'app'])
  const status = useSources(state => state.status)
  const items = useItems()
  useEffect(() => {
    const { status, refresh } = useSources.getState()
    if (status !== 'loading') void refresh()
    void useDirectory.getState().open()
  }, [])
  if (items.length === 0 && status === 'failed')
    return (
      <LoadFailed
        title={t('sharing.failed')}
        retryLabel={t('app:action.tryAgain')}
        onRetry={() => void useSources.getState().load()}
      />
    )
  if (items.length === 0 && status !== 'ready') return <SkeletonRows label={t('list.loading')} rows={3} />
  if (items.length === 0) return <p className="text-sm text-muted">{t('sharing.none')}</p>
  return (
    <>
      <Group title={t('sharing.cameras')} items={items.filter(item => item.kind === 'camera')} />
      <Group
        title={t('sharing.screens')}
        text={t('sharing.consent')}
        items={items.filter(item => item.kind === 'screen')}
      />
    </>
  )
}

function Group({ title, text, items }: { title: string; text?: string; items: readonly Item[] }) {
  const { t } = useTranslation('sources')
  const [most, setMost] = useState(atOnce)
  if (items.length === 0) return null
  const more = items.length - most
  return (
    <section aria-label={title} className="flex flex-col gap-2.5">
      <h2 className="text-md font-semibold">{title}</h2>
      {text && <p className="text-sm text-muted">{text}</p>}
      <ul aria-label={title} className="grid gap-3 md:grid-cols-2">
        {items.slice(0, most).map(item => (
          <Card key={item.key} item={item} />
        ))}
      </ul>
      {more > 0 && (
        <Button size="sm" className="self-start" onClick={() => setMost(most + atOnce)}>
          {t('sharing.more', { count: Math.min(more, atOnce) })}
        </Button>
      )}
    </section>
  )
}

function Card({ item }: { item: Item }) {
  const { t } = useTranslation(['sources', 'app'])
  const canManage = useCan('feeds.manage_cameras')
  const branch = useDirectory(({ branches }) =>
    item.kind === 'camera' ? branches.find(branch => branch.id === item.camera.branch_id)?.branch_name : undefined,
  )
  const isManaged = item.kind === 'camera' ? canManage : item.isOwn
  const Glyph = item.kind === 'camera' ? Cctv : Laptop
  return (
    <li className="flex min-w-0 flex-col gap-2.5 rounded-md border border-line bg-surface-1 p-3.5">
      <div className="flex min-w-0 items-start gap-2">
        <Glyph size={16} className="mt-0.5 shrink-0 text-muted" />
        <div className="min-w-0 flex-1">
          <a href={`#/feed?source=${item.key}`} className="block truncate text-sm font-semibold text-accent">
            {item.name}
          </a>
          {branch && <p className="truncate text-xs text-muted">{branch}</p>}
        </div>
        {isManaged && (
          <LinkButton
            size="sm"
            href={`#/feed?access=${item.key}`}
            aria-label={t('sharing.changeOf', { name: item.name })}
          >
            {t('app:action.change')}
          </LinkButton>
        )}
      </div>
      <MaySee item={item} />
      <Watching item={item} />
      <Kept item={item} />
    </li>
  )
}

function MaySee({ item }: { item: Item }) {
  const { t } = useTranslation('sources')
  if (item.kind === 'camera') return <CameraAudience camera_id={item.camera.camera_id} isAlwaysSaid />
  if (item.isOwn) return <OwnAudience user_id={item.screen.user.user_id} isAlwaysSaid />
  return <p className="text-sm text-muted">{t('detail.screenOwner', { name: item.name })}</p>
}

/** Everybody who looks right now, jobs included [D34]. */
function Watching({ item: { key } }: { item: Item }) {
  const { t, i18n } = useTranslation('sources')
  const viewers = useSources(state => state.viewers[key])
  const nameOf = useViewerName()
  if (!viewers || viewers.length === 0) return null
  const names = new Intl.ListFormat(i18n.language).format(viewers.map(nameOf))
  return <Fact icon={Eye}>{t('strip.watching', { names })}</Fact>
}

function Kept({ item }: { item: Item }) {
  const { t } = useTranslation('sources')
  const { day } = useFormat()
  const plan = useOrganisation()?.plan_id ?? 'business'
  const days = item.kind === 'camera' ? item.camera.kept_days : frames.retentionDays
  return (
    <>
      <Fact icon={Clock}>{t('detail.kept', { count: withinPlan(plan, 'frame_days', days) })}</Fact>
      {item.kind === 'camera' &&
        (item.camera.notice_confirmed_by !== null && item.camera.notice_confirmed_at !== null ? (
          <Fact icon={BadgeCheck} tone="text-success">
            {`${t('detail.notice')}: ${t('detail.noticeBy', { name: item.camera.notice_confirmed_by, day: day(item.camera.notice_confirmed_at) })}`}
          </Fact>
        ) : (
          <Fact icon={TriangleAlert} tone="text-warn">
            {t('detail.noticeNone')}
          </Fact>
        ))}
      {item.kind === 'screen' && item.isOwn && (
        <a href="#/feed/mine" className="text-sm font-medium text-accent">
          {t('own.record')}
        </a>
      )}
    </>
  )
}

function Fact({ icon: Glyph, tone, children }: { icon: Icon; tone?: string; children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 text-xs text-muted">
      <Glyph size={14} className={`mt-0.5 shrink-0 ${tone ?? ''}`} />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  )
}
