import { ChartLine, Pin, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useFormat } from '../../platform/format'
import { useAction } from '../../platform/shortcuts'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { Menu, type MenuEntry } from '../../ui/menu'
import { useMedia } from '../../ui/use-media'
import type { Info } from '../documents/store'
import { useRights } from '../documents/store'
import { useUndeleted } from '../undo/store'
import { GraphDialog } from './graph-dialog'
import { useGraphs } from './store'

const none: never[] = []

/** Leads to the graphs of a logbook, pinned ones first, and creates new ones. */
export function GraphsButton({ info }: { info: Info }) {
  const { t } = useTranslation(['graphs', 'logbooks'])
  const format = useFormat()
  const navigate = useNavigate()
  const isWide = useMedia('(min-width: 768px)')
  const { editable } = useRights(info)
  const list = useGraphs(state => state.lists[info.doc_id])
  const [isCreating, setCreating] = useState(false)
  const isLogbook = info.document_type === 'logbook'
  useEffect(() => {
    if (isLogbook) void useGraphs.getState().load(info.doc_id)
  }, [info.doc_id, isLogbook])
  const all = isLogbook && list?.status === 'ready' ? list.graphs : null
  const shown = useUndeleted('graph', all ?? none, ({ graph_id }) => graph_id)
  const graphs = all && shown
  const first = graphs?.[0]
  const group = t('logbooks:title')
  useAction({ label: t('open'), group, isOn: first !== undefined }, () => {
    if (first) void navigate(`/docs/${info.doc_id}/${first.graph_id}`)
  })
  useAction({ label: t('new'), group, isOn: graphs !== null && editable }, () => setCreating(true))
  if (!graphs || (graphs.length === 0 && !editable)) return null
  const entries: MenuEntry[] = [
    ...graphs.map(({ graph_id, name, is_pinned, label_counts }) => ({
      label: name,
      icon: is_pinned ? Pin : ChartLine,
      hint: t('given', { count: Object.values(label_counts).reduce((sum, count) => sum + count, 0) }),
      href: `#/docs/${info.doc_id}/${graph_id}`,
    })),
    ...(graphs.length > 0 && editable ? [{ kind: 'separator' as const }] : []),
    ...(editable ? [{ label: t('new'), icon: Plus, onSelect: () => setCreating(true) }] : []),
  ]
  const label = graphs.length > 0 ? t('openWith', { number: format.number(graphs.length) }) : t('open')
  return (
    <>
      <Menu label={t('open')} entries={entries} align="end">
        {trigger =>
          isWide ? (
            <Button {...trigger} size="sm" icon={ChartLine}>
              {label}
            </Button>
          ) : (
            <IconButton {...trigger} icon={ChartLine} label={label} />
          )
        }
      </Menu>
      {isCreating && (
        <GraphDialog
          doc_id={info.doc_id}
          graph={null}
          onClose={() => setCreating(false)}
          onSaved={({ graph_id }) => void navigate(`/docs/${info.doc_id}/${graph_id}`)}
        />
      )}
    </>
  )
}
