import { type Editor, useEditorState } from '@tiptap/react'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button'
import { Menu } from '../../../ui/menu'

const levels = [1, 2, 3] as const

/** Switches between a paragraph and headings. */
export function BlockMenu({ editor }: { editor: Editor }) {
  const { t } = useTranslation('documents')
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
  return (
    <Menu label={t('editor.kind')} entries={[{ kind: 'choice', label: t('editor.kind'), options }]}>
      {trigger => (
        <Button {...trigger} size="sm" variant="quiet" trailingIcon={ChevronDown}>
          <span className="sr-only">{t('editor.kind')}: </span>
          {nameOf(current)}
        </Button>
      )}
    </Menu>
  )
}
