import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Version } from '#shared/contract/documents/versions'
import { useErrorText } from '../../../i18n/texts'
import { useFormat } from '../../../platform/format'
import { MenuActions } from '../../../platform/menu-actions'
import { Badge } from '../../../ui/badge'
import { Button } from '../../../ui/button'
import { Drawer } from '../../../ui/drawer'
import { Loading, Skeleton } from '../../../ui/skeleton'
import type { Info } from '../store'
import { VersionView } from './version-view'
import { useVersions } from './versions'
import { useWriter } from './writer'

interface Props {
  info: Info
  /** Whether the person may restore a version. */
  canRestore: boolean
  onClose: () => void
}

/** The history of a document: its versions by day, and one of them [D18]. */
export function HistoryDrawer({ info, canRestore, onClose }: Props) {
  const { t } = useTranslation('documents')
  const { doc_id, version } = info
  const [chosen, setChosen] = useState<number | null>(null)
  const list = useRef<HTMLDivElement>(null)
  /** The row to which the focus returns. */
  const [left, setLeft] = useState<number | null>(null)
  // Reloads when there is a newer version.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it depends on the number of the newest version.
  useEffect(() => void useVersions.getState().load(doc_id), [doc_id, version])
  useEffect(() => {
    if (chosen === null && left !== null) list.current?.querySelector<HTMLElement>(`[data-version="${left}"]`)?.focus()
  }, [chosen, left])

  return (
    <Drawer open onClose={onClose} title={t('history.title')} closeLabel={t('history.close')} wide={chosen !== null}>
      {chosen === null ? (
        <div ref={list}>
          <Versions info={info} onChoose={setChosen} />
        </div>
      ) : (
        <VersionView
          key={chosen}
          info={info}
          version={chosen}
          canRestore={canRestore}
          onContinued={setChosen}
          onBack={() => {
            setLeft(chosen)
            setChosen(null)
          }}
        />
      )}
    </Drawer>
  )
}

function Versions({ info, onChoose }: { info: Info; onChoose: (version: number) => void }) {
  const { t } = useTranslation(['documents', 'app', 'logbooks'])
  const rowName = useRowName()
  const errorText = useErrorText()
  const { doc_id } = info
  const history = useVersions(state => state.histories[doc_id])
  if (history?.status === 'failed') {
    return (
      <div role="alert" className="flex flex-col items-start gap-2 text-sm text-danger-ink">
        <p>
          {t('history.failed')} {history.failure && errorText(history.failure)}
        </p>
        <Button size="sm" onClick={() => void useVersions.getState().load(doc_id)}>
          {t('app:action.tryAgain')}
        </Button>
      </div>
    )
  }
  if (history?.status !== 'ready') {
    return (
      <Loading label={t('history.loading')} className="grid gap-4">
        {[70, 55, 62].map(width => (
          <Skeleton key={width} width={`${width}%`} />
        ))}
      </Loading>
    )
  }
  if (history.items.length === 0) return <p className="text-sm text-muted">{t('history.empty')}</p>
  return (
    <>
      <MenuActions
        entries={history.items.map(version => ({
          label: rowName(version),
          onSelect: () => onChoose(version.version),
        }))}
        group={t('logbooks:title')}
        of={t('history.title')}
      />
      <Days versions={history.items} newest={history.items[0]?.version ?? null} onChoose={onChoose} />
      {history.more === 'failed' && (
        <p role="alert" className="pt-3 text-xs text-danger-ink">
          {t('history.moreFailed')}
        </p>
      )}
      {history.next !== null && (
        <Button
          size="sm"
          className="mt-3"
          loading={history.more === 'loading'}
          onClick={() => void useVersions.getState().loadMore(doc_id)}
        >
          {t('history.more')}
        </Button>
      )}
    </>
  )
}

interface DaysProps {
  versions: readonly Version[]
  newest: number | null
  onChoose: (version: number) => void
}

function Days({ versions, newest, onChoose }: DaysProps) {
  const format = useFormat()
  const days = new Map<string, Version[]>()
  for (const version of versions) {
    const day = format.day(version.created_at)
    days.set(day, [...(days.get(day) ?? []), version])
  }
  return [...days].map(([day, ofDay]) => (
    <section key={day} className="pb-3">
      <h3 className="pb-1 text-xs font-semibold text-muted first-letter:uppercase">{day}</h3>
      <ul>
        {ofDay.map(version => (
          <li key={version.version}>
            <Row version={version} isNewest={version.version === newest} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

/** Returns the function that names a version among those of all days. */
function useRowName() {
  const { t } = useTranslation('documents')
  const format = useFormat()
  const writer = useWriter()
  return (version: Version) =>
    version.name ?? t('history.row', { name: writer(version), time: format.dayAndTime(version.created_at) })
}

function Row({
  version,
  isNewest,
  onChoose,
}: {
  version: Version
  isNewest: boolean
  onChoose: (version: number) => void
}) {
  const { t } = useTranslation('documents')
  const format = useFormat()
  const writer = useWriter()
  const { added, removed, origin, created_by, name } = version
  return (
    <button
      type="button"
      data-version={version.version}
      onClick={() => onChoose(version.version)}
      className="-mx-2 flex w-[calc(100%+16px)] flex-col rounded-sm px-2 py-2 text-left hover:bg-surface-3 pointer-coarse:min-h-touch"
    >
      <span className="flex w-full flex-wrap items-center gap-2 text-sm font-medium">
        <span className="min-w-0 truncate">
          {name ?? t('history.row', { name: writer(version), time: format.time(version.created_at) })}
        </span>
        {isNewest && <Badge>{t('history.current')}</Badge>}
        {origin === 'restored' && <Badge>{t('history.restored')}</Badge>}
        {origin === 'mate' && created_by && <Badge tone="accent">{t('history.mate')}</Badge>}
      </span>
      <span className="text-xs text-muted tabular-nums">
        {name !== null && (
          <span className="pr-2">
            {t('history.row', { name: writer(version), time: format.time(version.created_at) })}
          </span>
        )}
        <span aria-hidden="true">
          +{format.number(added)} −{format.number(removed)}
        </span>
        <span className="sr-only">
          {t('history.added', { count: added })}, {t('history.removed', { count: removed })}
        </span>
      </span>
    </button>
  )
}
