import { type Editor, useEditorState } from '@tiptap/react'
import { MessageSquarePlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { showKeys, useShortcut } from '../../../../platform/shortcuts'
import { IconButton } from '../../../../ui/icon-button'
import { quoteOf, selectedPassage } from './passages'
import { useAtPassage } from './threads'

/** Begins a comment on the selected passage. */
export function CommentTool({ editor, doc_id }: { editor: Editor; doc_id: number }) {
  const { t } = useTranslation(['pages', 'logbooks'])
  const isSelected = useEditorState({ editor, selector: ({ editor: now }) => quoteOf(now.state) !== '' })
  const begin = () => {
    const selected = selectedPassage(editor)
    if (selected) useAtPassage.getState().begin({ doc_id, ...selected })
  }
  useShortcut({ keys: 'mod+alt+m', label: t('comments.begin'), group: t('logbooks:title') }, begin)
  return (
    <IconButton
      icon={MessageSquarePlus}
      label={t('comments.begin')}
      keys={showKeys('mod+alt+m')}
      aria-disabled={!isSelected}
      className="aria-disabled:opacity-50"
      onClick={begin}
    />
  )
}
