import { Pin, PinOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../i18n/texts'
import type { MenuEntry } from '../../ui/menu'
import { toast } from '../../ui/toast'
import { useDocuments } from './store'

/** Returns the menu entry that pins or unpins a document, and reports a failure. */
export function usePinEntry(): (document: { doc_id: number; is_pinned: boolean }) => MenuEntry {
  const { t } = useTranslation('documents')
  const errorText = useErrorText()
  async function pin(doc_id: number, isPinned: boolean) {
    const outcome = await useDocuments.getState().pin(doc_id, isPinned)
    if (!outcome.ok) toast.failure(errorText(outcome))
  }
  return ({ doc_id, is_pinned }) => ({
    label: t(is_pinned ? 'list.unpin' : 'list.pin'),
    icon: is_pinned ? PinOff : Pin,
    needsServer: true,
    onSelect: () => void pin(doc_id, !is_pinned),
  })
}
