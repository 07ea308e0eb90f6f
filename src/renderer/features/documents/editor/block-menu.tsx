import { type Editor, useEditorState } from '@tiptap/react'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MenuActions } from '../../../platform/menu-actions'
import { Button } from '../../../ui/button'
import { Menu, type MenuEntry } from '../../../ui/menu'

const levels = [1, 2, 3] as const

/** Switches between a paragraph and headings. */
export function BlockMenu({ editor }: { editor: Editor }) {
  const { t } = useTranslation(['documents', 'logbooks'])
  const current = useEditorState({
    editor,
    selector: ({ editor: now }) => levels.find(level => now.isActive('heading', { level })) ?? 0,
  })
  const nameOf = (level: number) => (level === 0 ? t('editor.text') : t('editor.heading', { level }))
  const options = [0, ...levels].map(level => ({
    label: nameOf(level),
    checked: level === current,
    onSelect: () => {
      const chain = editor.chain().focus()
      const known = levels.find(candidate => candidate === level)
      if (known) chain.setHeading({ level: known }).run()
      else chain.setParagraph().run()
    },
  }))
  const entries: MenuEntry[] = [{ kind: 'choice', label: t('editor.kind'), options }]
  return (
    <>
      <MenuActions entries={entries} group={t('logbooks:title')} />
      <Menu label={t('editor.kind')} entries={entries}>
        {trigger => (
          <Button {...trigger} size="sm" variant="quiet" trailingIcon={ChevronDown}>
            <span className="sr-only">{t('editor.kind')}: </span>
            {nameOf(current)}
          </Button>
        )}
      </Menu>
    </>
  )
}
