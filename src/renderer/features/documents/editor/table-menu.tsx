import { type Editor, useEditorState } from '@tiptap/react'
import { Table } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MenuActions } from '../../../platform/menu-actions'
import { IconButton } from '../../../ui/icon-button'
import { Menu, type MenuEntry } from '../../../ui/menu'

type Chain = ReturnType<Editor['chain']>

/** Inserts a table, or edits the one at the cursor. */
export function TableMenu({ editor }: { editor: Editor }) {
  const { t } = useTranslation(['documents', 'logbooks'])
  const isInside = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('table') })
  const entry = (label: string, act: (chain: Chain) => Chain, danger = false): MenuEntry => ({
    label,
    danger,
    onSelect: () => act(editor.chain().focus()).run(),
  })
  const entries: MenuEntry[] = isInside
    ? [
        entry(t('editor.rowBelow'), chain => chain.addRowAfter()),
        entry(t('editor.columnRight'), chain => chain.addColumnAfter()),
        { kind: 'separator' },
        entry(t('editor.deleteRow'), chain => chain.deleteRow()),
        entry(t('editor.deleteColumn'), chain => chain.deleteColumn()),
        entry(t('editor.deleteTable'), chain => chain.deleteTable(), true),
      ]
    : [entry(t('editor.putTable'), chain => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }))]
  return (
    <>
      <MenuActions entries={entries} group={t('logbooks:title')} of={t('editor.table')} />
      <Menu label={t('editor.table')} entries={entries}>
        {trigger => <IconButton {...trigger} icon={Table} label={t('editor.table')} />}
      </Menu>
    </>
  )
}
