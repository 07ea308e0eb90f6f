import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../i18n/texts'
import { useShortcut } from '../../platform/shortcuts'
import { Drawer } from '../../ui/drawer'
import { LoadFailed } from '../../ui/load-failed'
import { LoadMore } from '../../ui/load-more'
import { SkeletonRows } from '../../ui/skeleton'
import { EntryRow } from './entry-row'
import { attentionNames, type ListName, nowNames, tileNames } from './names'
import { type DashboardQuery, useDashboardList } from './store'
import type { OpenList } from './use-dashboard-query'

interface Props {
  list: OpenList | null
  query: DashboardQuery
  onClose: () => void
}

/** What a number counts. */
export function ListDrawer({ list, query, onClose }: Props) {
  const { t } = useTranslation(['dashboard', 'app'])
  const titleOf = useListTitle()
  // The number that opened it has the focus, or after a reload nothing.
  useShortcut({ keys: 'escape', label: t('app:action.close'), group: t('title'), isOn: list !== null }, onClose)
  return (
    <Drawer
      open={list !== null}
      onClose={onClose}
      title={list ? titleOf(list.name) : ''}
      closeLabel={t('app:action.close')}
    >
      {list && <Entries key={JSON.stringify(list)} list={list} query={query} />}
    </Drawer>
  )
}

const loadMore = () => void useDashboardList.getState().loadMore()

function Entries({ list, query }: { list: OpenList; query: DashboardQuery }) {
  const { t } = useTranslation(['dashboard', 'app'])
  const errorText = useErrorText()
  const { name, from, to, parent } = list
  const { items, status, failure, more, next } = useDashboardList()
  useEffect(() => {
    useDashboardList.getState().clear()
    const only = { ...(from && { from }), ...(to && { to }), ...(parent && { parent_id: parent }) }
    void useDashboardList.getState().search({ ...query, ...only, name })
  }, [query, name, from, to, parent])
  if (items.length > 0)
    return (
      <>
        <ul aria-busy={status === 'loading'}>
          {items.map(entry => (
            <li key={`${entry.id}.${entry.parent_id}.${entry.at}`}>
              <EntryRow name={name} entry={entry} />
            </li>
          ))}
        </ul>
        <LoadMore label={t('list.more')} failedText={t('list.moreFailed')} state={more} next={next} onMore={loadMore} />
      </>
    )
  if (status === 'failed')
    return (
      <LoadFailed
        title={t('list.failed')}
        text={failure && errorText(failure)}
        retryLabel={t('app:action.tryAgain')}
        onRetry={() => void useDashboardList.getState().load()}
        headingLevel={3}
      />
    )
  if (status !== 'ready') return <SkeletonRows label={t('loading')} />
  return <p className="text-sm text-muted">{t('list.empty')}</p>
}

/** The title of a list. */
export function useListTitle() {
  const { t } = useTranslation('dashboard')
  return (name: ListName): string => {
    const tile = tileNames.find(candidate => candidate === name)
    if (tile) return t(`tile.${tile}`)
    const now = nowNames.find(candidate => candidate === name)
    if (now) return t(`now.${now}`)
    const attention = attentionNames.find(candidate => candidate === name)
    return attention ? t(`attention.${attention}`) : ''
  }
}
