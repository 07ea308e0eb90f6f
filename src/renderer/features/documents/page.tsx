import { NotebookText, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { useIsBeside } from '../../platform/beside'
import { useSession } from '../../platform/session'
import { useShortcut } from '../../platform/shortcuts'
import { useSidebar } from '../../platform/sidebar'
import { usePageTitle } from '../../platform/title'
import { Button, LinkButton } from '../../ui/button'
import { Pane, Panes } from '../../ui/pane'
import { StateBlock } from '../../ui/state-block'
import { useCan } from '../organisations/store'
import { DocumentPane } from './document-pane'
import { ListPane } from './list-pane'
import { NewDialog } from './new-dialog'
import { NoAccess } from './no-access'
import { CatchUpPane } from './slots'
import { useDocuments } from './store'

/** Logbooks: the list of documents and one of them [2.10]. */
export function DocumentsPage() {
  const { t } = useTranslation('logbooks')
  const { doc_id } = useParams()
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const isBeside = useIsBeside()
  const isCatchingUp = doc_id === 'unread'
  const current = doc_id === undefined || isCatchingUp ? null : (idFrom(doc_id) ?? 0)
  const name = useDocuments(state => (current === null ? undefined : state.opened[current]?.info?.document_name))
  const canCreate = useCan('logbooks.create')
  // Other workspaces, perhaps chosen in another tab, reuse document ids.
  const organizationId = useSession(state => state.organizationId)
  usePageTitle(name ?? t('title'))

  // The dialog has its own history entry, like every overlay.
  const openNew = () =>
    setQuery(
      before => {
        before.set('new', '')
        return before
      },
      { replace: true },
    )
  const closeNew = () =>
    setQuery(
      before => {
        before.delete('new')
        return before
      },
      { replace: true },
    )
  useShortcut(
    { keys: 'c', label: t('new.open'), group: t('title'), isOn: canCreate && current === null && !isCatchingUp },
    openNew,
  )

  return (
    <Panes>
      {!isBeside && <ListPane current={current} isCatchingUp={isCatchingUp} onNew={openNew} />}
      {isCatchingUp && <CatchUpPane key={organizationId} />}
      {current === null && !isCatchingUp && <Nothing canCreate={canCreate} onNew={openNew} />}
      {current === 0 && <NoAccess doc_id={null} />}
      {current !== null && current > 0 && <DocumentPane key={`${organizationId}.${current}`} doc_id={current} />}
      {query.has('new') && canCreate && (
        <NewDialog onClose={closeNew} onCreated={created => void navigate(`/docs/${created}`, { replace: true })} />
      )}
    </Panes>
  )
}

/** Shown on a wide screen while no document is open. The list itself says when it is empty. */
function Nothing({ canCreate, onNew }: { canCreate: boolean; onNew: () => void }) {
  const { t } = useTranslation(['logbooks', 'documents'])
  const { selectedSidebar, selectedNote, selectedGraphData } = useSidebar()
  const last = useDocuments(state => (selectedNote === null ? undefined : state.items[selectedNote]))
  const graph = selectedSidebar === 'graph' && selectedGraphData ? `/${selectedGraphData.graph_id}` : ''
  const hasSome = useDocuments(state => state.all.ids.length > 0)
  return (
    <Pane onPhone={false} aria-label={t('list.choose')}>
      {hasSome && (
        <StateBlock
          icon={NotebookText}
          title={t('list.choose')}
          text={t('list.chooseText')}
          actions={
            <>
              {last && (
                <LinkButton size="sm" variant="primary" href={`#/docs/${last.doc_id}${graph}`}>
                  {t('documents:list.continue')}
                </LinkButton>
              )}
              {canCreate && (
                <Button size="sm" icon={Plus} onClick={onNew}>
                  {t('new.open')}
                </Button>
              )}
            </>
          }
        />
      )}
    </Pane>
  )
}

const idFrom = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)
