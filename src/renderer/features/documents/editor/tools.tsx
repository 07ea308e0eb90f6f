import { type Editor, useEditorState } from '@tiptap/react'
import {
  Bold,
  Code,
  Italic,
  List,
  ListOrdered,
  ListTodo,
  Minus,
  Quote,
  Redo2,
  SquareCode,
  Strikethrough,
  Undo2,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MenuActions } from '../../../platform/menu-actions'
import { showKeys } from '../../../platform/shortcuts'
import type { Icon } from '../../../ui/icon'
import { IconButton } from '../../../ui/icon-button'
import { useListedKeys } from '../../../ui/local-keys'
import { Toolbar } from '../../../ui/toolbar'
import { BlockMenu } from './block-menu'
import { LinkTool } from './link-tool'
import { TableMenu } from './table-menu'

type Chain = ReturnType<Editor['chain']>
type Name =
  | 'bold'
  | 'italic'
  | 'strike'
  | 'code'
  | 'bulletList'
  | 'orderedList'
  | 'taskList'
  | 'blockquote'
  | 'codeBlock'

interface Tool {
  name: Name
  icon: Icon
  keys: string
  toggle: (chain: Chain) => Chain
}

const marks: readonly Tool[] = [
  { name: 'bold', icon: Bold, keys: 'mod+b', toggle: chain => chain.toggleBold() },
  { name: 'italic', icon: Italic, keys: 'mod+i', toggle: chain => chain.toggleItalic() },
  { name: 'strike', icon: Strikethrough, keys: 'mod+shift+s', toggle: chain => chain.toggleStrike() },
  { name: 'code', icon: Code, keys: 'mod+e', toggle: chain => chain.toggleCode() },
]
const blocks: readonly Tool[] = [
  { name: 'bulletList', icon: List, keys: 'mod+shift+8', toggle: chain => chain.toggleBulletList() },
  { name: 'orderedList', icon: ListOrdered, keys: 'mod+shift+7', toggle: chain => chain.toggleOrderedList() },
  { name: 'taskList', icon: ListTodo, keys: 'mod+shift+9', toggle: chain => chain.toggleTaskList() },
  { name: 'blockquote', icon: Quote, keys: 'mod+shift+b', toggle: chain => chain.toggleBlockquote() },
  { name: 'codeBlock', icon: SquareCode, keys: 'mod+alt+c', toggle: chain => chain.toggleCodeBlock() },
]

const undoKeys = 'mod+z'
const redoKeys = 'mod+shift+z'

/** The toolbar for the selection; each tool has a name, an icon and a key. */
export function Tools({ editor }: { editor: Editor }) {
  const { t } = useTranslation(['documents', 'logbooks'])
  const state = useEditorState({
    editor,
    selector({ editor: now }) {
      // Made once, because it binds every command of the editor, and this runs at each change of anybody.
      const can = now.can()
      return {
        active: [...marks, ...blocks].filter(({ name }) => now.isActive(name)).map(({ name }) => name),
        canUndo: can.undo(),
        canRedo: can.redo(),
      }
    },
  })
  useListedKeys([
    { group: 'text', keys: ['Alt+F10'], does: 'tools' },
    ...[{ name: 'undo', keys: undoKeys } as const, { name: 'redo', keys: redoKeys } as const, ...marks, ...blocks].map(
      ({ name, keys }) => ({ group: 'text' as const, keys: [keys], does: { words: t(`editor.${name}`) } }),
    ),
  ])
  const press = ({ toggle }: Pick<Tool, 'toggle'>) => toggle(editor.chain().focus()).run()
  const undo = () => press({ toggle: chain => chain.undo() })
  const redo = () => press({ toggle: chain => chain.redo() })
  const rule = () => press({ toggle: chain => chain.setHorizontalRule() })
  const button = ({ name, icon, keys, toggle }: Tool) => (
    <IconButton
      key={name}
      icon={icon}
      label={t(`editor.${name}`)}
      keys={showKeys(keys)}
      pressed={state.active.includes(name)}
      onClick={() => press({ toggle })}
    />
  )
  return (
    <Toolbar label={t('editor.tools')} className="px-3 py-1.5" onLeave={() => editor.commands.focus()}>
      <MenuActions
        entries={[
          { label: t('editor.undo'), disabled: !state.canUndo, onSelect: undo },
          { label: t('editor.redo'), disabled: !state.canRedo, onSelect: redo },
          ...[...marks, ...blocks].map(tool => ({ label: t(`editor.${tool.name}`), onSelect: () => press(tool) })),
          { label: t('editor.rule'), onSelect: rule },
        ]}
        group={t('logbooks:title')}
      />
      <IconButton
        icon={Undo2}
        label={t('editor.undo')}
        keys={showKeys(undoKeys)}
        aria-disabled={!state.canUndo}
        className="aria-disabled:opacity-50"
        onClick={undo}
      />
      <IconButton
        icon={Redo2}
        label={t('editor.redo')}
        keys={showKeys(redoKeys)}
        aria-disabled={!state.canRedo}
        className="aria-disabled:opacity-50"
        onClick={redo}
      />
      <Divider />
      <BlockMenu editor={editor} />
      <Divider />
      {marks.map(button)}
      <LinkTool editor={editor} />
      <Divider />
      {blocks.map(button)}
      <TableMenu editor={editor} />
      <IconButton icon={Minus} label={t('editor.rule')} onClick={rule} />
    </Toolbar>
  )
}

function Divider() {
  return <span aria-hidden="true" className="mx-1 h-5 w-px shrink-0 bg-line" />
}
