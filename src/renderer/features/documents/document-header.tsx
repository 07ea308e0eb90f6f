import { Ellipsis, History, Link2, Pencil, Plus, Settings2, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { serverOrigin } from '../../platform/desktop-app'
import { MenuActions } from '../../platform/menu-actions'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { Menu, type MenuEntry } from '../../ui/menu'
import { PaneHeader } from '../../ui/pane'
import { toast } from '../../ui/toast'
import { useMedia } from '../../ui/use-media'
import { useOpenRequests } from '../access/store'
import { AccessDialog } from './access-dialog'
import { DeleteDialog } from './delete-dialog'
import { PeopleHere } from './people-here'
import { RenameDialog } from './rename-dialog'
import { GraphsButton } from './slots'
import type { Info } from './store'
import { subjectOf, useRights } from './store'
import { usePinEntry } from './use-pin'

type Open = 'rename' | 'delete' | null

interface Props {
  info: Info
  /** Opens the composer; null for people who may not write, and for documents without logs. */
  onWrite: (() => void) | null
  /** Menu entries of the features that show this kind of document. */
  more: readonly MenuEntry[]
  /** Opens the summary for editing; null for people who may not edit it, for pages, and while it is being edited. */
  onEditText: (() => void) | null
  onHistory: () => void
}

/** The name of a document and its actions. */
export function DocumentHeader({ info, onWrite, more, onEditText, onHistory }: Props) {
  const { t } = useTranslation(['logbooks', 'access', 'documents'])
  const pinEntry = usePinEntry()
  const navigate = useNavigate()
  const isWide = useMedia('(min-width: 768px)')
  const { managed, editable } = useRights(info)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  // Part of the address, so that the notification of a request can link to it.
  const [query, setQuery] = useSearchParams()
  const showAccess = (isShown: boolean) =>
    setQuery(
      before => {
        if (isShown) before.set('access', '')
        else before.delete('access')
        return before
      },
      { replace: !isShown },
    )
  const group = t('title')
  const count = useOpenRequests(managed ? subjectOf(info) : null)
  const asks = count > 0 ? t('access:asks', { count }) : null

  const access: MenuEntry = {
    label: [t('doc.access'), asks].filter(Boolean).join(', '),
    icon: Users,
    onSelect: () => showAccess(true),
  }
  const others: MenuEntry[] = [
    pinEntry(info),
    ...(onEditText ? [{ label: t(summaryEntry(info)), icon: Pencil, onSelect: onEditText }] : []),
    { label: t('documents:history.open'), icon: History, onSelect: onHistory },
    ...more,
    ...(editable ? [{ label: t('doc.rename'), icon: Settings2, onSelect: () => setOpen('rename') }] : []),
    { label: t('doc.copyLink'), icon: Link2, onSelect: () => void copyLink() },
    ...(managed
      ? [
          { kind: 'separator' as const },
          { label: t('doc.delete'), icon: Trash2, danger: true, onSelect: () => setOpen('delete') },
        ]
      : []),
  ]
  const entries = isWide ? others : [access, ...others]

  async function copyLink() {
    const link = `${serverOrigin()}/#/docs/${info.doc_id}`
    try {
      await navigator.clipboard.writeText(link)
      toast.success(t('doc.copied'))
    } catch {
      // Browsers block the clipboard on pages without TLS.
      toast.failure(t('doc.notCopied', { link }))
    }
  }

  return (
    <>
      <PaneHeader
        title={info.document_name}
        subtitle={info.document_description || undefined}
        badge={isWide && <Badge>{t(`type.${info.document_type}`)}</Badge>}
        back={{ label: t('doc.back'), onPress: () => void navigate('/docs') }}
        actions={
          <>
            {info.document_type !== 'diarization' && <PeopleHere doc_id={info.doc_id} />}
            {/* It comes when the graphs are known, and moves nothing there. */}
            <GraphsButton info={info} />
            {isWide && (
              <Button size="sm" icon={Users} onClick={() => showAccess(true)}>
                {t('doc.access')}
                {asks && ' '}
                {asks && <Badge tone="accent">{asks}</Badge>}
              </Button>
            )}
            {onWrite && (
              <Button size="sm" variant="primary" icon={Plus} onClick={onWrite}>
                {t('write.open')}
              </Button>
            )}
            <Menu label={t('doc.more')} entries={entries} align="end">
              {trigger => <IconButton {...trigger} icon={Ellipsis} label={t('doc.more')} />}
            </Menu>
            <MenuActions entries={[access, ...others]} group={group} />
          </>
        }
      />
      {query.has('access') && <AccessDialog info={info} onClose={() => showAccess(false)} />}
      {open === 'rename' && <RenameDialog info={info} onClose={close} />}
      {open === 'delete' && (
        <DeleteDialog info={info} onClose={close} onDeleted={() => void navigate('/docs', { replace: true })} />
      )}
    </>
  )
}

const summaryEntry = ({ content }: Info) => (content ? 'documents:edit.summary' : 'documents:edit.writeSummary')
