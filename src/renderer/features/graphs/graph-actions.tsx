import { Ellipsis, LayoutGrid, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { deleteGraph, type Graph } from '#shared/contract/graphs/endpoints'
import { useErrorText } from '../../i18n/texts'
import { MenuActions } from '../../platform/menu-actions'
import { IconButton } from '../../ui/icon-button'
import { Menu, type MenuEntry } from '../../ui/menu'
import { toast } from '../../ui/toast'
import { deleteWithUndo } from '../undo/store'
import { GraphDialog } from './graph-dialog'
import { SpacesDialog } from './spaces-dialog'
import { useGraphs } from './store'

/** The actions of editors on a graph: pin, show in spaces, edit and delete. */
export function GraphActions({ graph }: { graph: Graph }) {
  const { t } = useTranslation('graphs')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const [open, setOpen] = useState<'edit' | 'spaces' | null>(null)
  const { graph_id, logbook_id, name, is_pinned } = graph
  const close = () => setOpen(null)

  async function pin() {
    const outcome = await useGraphs.getState().update({ graph_id, is_pinned: !is_pinned })
    if (!outcome.ok) toast.failure(t('pin.failed'), { text: errorText(outcome) })
  }
  function remove() {
    deleteWithUndo({
      ...{ of: 'graph', keys: [graph_id], endpoint: deleteGraph, fields: { graph_id } },
      ...{ done: t('delete.done', { name }), refused: t('delete.notDone', { name }) },
      onUndo: () => void navigate(`/docs/${logbook_id}/${graph_id}`),
    })
    void navigate(`/docs/${logbook_id}`, { replace: true })
  }

  const entries: MenuEntry[] = [
    {
      label: t(is_pinned ? 'pin.take' : 'pin.put'),
      icon: is_pinned ? PinOff : Pin,
      needsServer: true,
      onSelect: () => void pin(),
    },
    { label: t('spaces.open'), icon: LayoutGrid, onSelect: () => setOpen('spaces') },
    { label: t('edit.open'), icon: Pencil, onSelect: () => setOpen('edit') },
    { kind: 'separator' },
    { label: t('delete.open'), icon: Trash2, danger: true, needsServer: true, onSelect: remove },
  ]
  return (
    <>
      <Menu label={t('more')} align="end" entries={entries}>
        {trigger => <IconButton {...trigger} icon={Ellipsis} label={t('more')} />}
      </Menu>
      <MenuActions entries={entries} group={t('open')} />
      {open === 'edit' && <GraphDialog doc_id={logbook_id} graph={graph} onClose={close} />}
      {open === 'spaces' && <SpacesDialog graph={graph} onClose={close} />}
    </>
  )
}
