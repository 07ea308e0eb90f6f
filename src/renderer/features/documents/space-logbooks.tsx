import { NotebookText } from 'lucide-react'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { listDocuments, type NoteItem } from '#shared/contract/documents/endpoints'
import { useErrorText } from '../../i18n/texts'
import { call } from '../../platform/api'
import { createKeyedListSlice } from '../../platform/keyed-list-slice'
import { onResync, reloadOn } from '../../platform/live'
import { typeIcons } from '../../ui/document-icons'
import { ListRow } from '../../ui/list-row'
import { LoadFailed } from '../../ui/load-failed'
import { LoadMore } from '../../ui/load-more'
import { PaneBody } from '../../ui/pane'
import { SkeletonRows } from '../../ui/skeleton'
import { StateBlock } from '../../ui/state-block'
import { useSecondLine } from './use-second-line'

/** The documents of each space that was opened, last written first. */
const useSpaceDocuments = createKeyedListSlice('documents.spaces', {
  list: (branch_id: number, page) => call(listDocuments, { branch_id, ...page }),
  nameOf: branch_id => branch_id,
  key: document => document.doc_id,
})

function refresh(doc_id?: number): void {
  const { lists, refresh } = useSpaceDocuments.getState()
  for (const [branch_id, { items }] of Object.entries(lists))
    if (doc_id === undefined || items.some(item => item.doc_id === doc_id)) void refresh(Number(branch_id))
}
reloadOn(
  [
    ...(['document.created', 'document.updated', 'document.access_changed', 'document.deleted'] as const),
    ...(['document.restored', 'branch.changed', 'role.changed', 'member.changed'] as const),
  ],
  () => refresh(),
)
reloadOn(
  'log.added',
  ({ doc_id }) => refresh(doc_id),
  ({ doc_id }) => doc_id,
)
onResync(() => refresh())

/** The documents that belong to a space and that the person may read [D4]. */
export function SpaceLogbooks({ branch_id }: { branch_id: number }) {
  const { t } = useTranslation(['documents', 'logbooks', 'app'])
  const errorText = useErrorText()
  const list = useSpaceDocuments(state => state.lists[branch_id])
  useEffect(() => void useSpaceDocuments.getState().load(branch_id), [branch_id])
  const more = useCallback(() => void useSpaceDocuments.getState().loadMore(branch_id), [branch_id])
  if (list?.status === 'failed' && list.items.length === 0)
    return (
      <LoadFailed
        title={t('logbooks:list.failed')}
        text={list.failure && errorText(list.failure)}
        retryLabel={t('app:action.tryAgain')}
        onRetry={() => void useSpaceDocuments.getState().load(branch_id)}
      />
    )
  if (!list || (list.items.length === 0 && list.status !== 'ready'))
    return <SkeletonRows label={t('logbooks:list.loading')} />
  if (list.items.length === 0)
    return <StateBlock tone="neutral" icon={NotebookText} title={t('space.none')} text={t('space.noneText')} />
  return (
    <PaneBody padded>
      <ul
        aria-label={t('logbooks:title')}
        className="max-w-text rounded-md border border-line bg-surface-1 py-2 *:not-first:pt-0.5"
      >
        {list.items.map(row => (
          <li key={row.doc_id} className="flex *:flex-1">
            <Row row={row} />
          </li>
        ))}
      </ul>
      <LoadMore
        label={t('logbooks:list.more')}
        failedText={t('logbooks:list.moreFailed')}
        state={list.more}
        next={list.next}
        onMore={more}
      />
    </PaneBody>
  )
}

function Row({ row }: { row: NoteItem }) {
  const meta = useSecondLine(row, false)
  return <ListRow href={`#/docs/${row.doc_id}`} icon={typeIcons[row.document_type]} title={row.doc_name} meta={meta} />
}
