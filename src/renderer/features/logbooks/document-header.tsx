import { Ellipsis, Link2, Pencil, Plus, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { serverOrigin } from '../../platform/desktop-app'
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
import { RenameDialog } from './rename-dialog'
import { subjectOf, useRights } from './rights'
import type { Info } from './store'

type Open = 'rename' | 'delete' | null

/** A document's name and what can be done with it. */
export function DocumentHeader({ info, onWrite }: { info: Info; onWrite: (() => void) | null }) {
  const { t } = useTranslation(['logbooks', 'access'])
  const navigate = useNavigate()
  const isWide = useMedia('(min-width: 768px)')
  const { managed, editable } = useRights(info)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  // In the address, so that the news of a request leads to it.
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
  const count = useOpenRequests(managed ? subjectOf(info) : null)
  const asks = count > 0 ? t('access:asks', { count }) : null

  const entries: MenuEntry[] = [
    ...(isWide
      ? []
      : [
          {
            label: [t('doc.access'), asks].filter(Boolean).join(', '),
            icon: Users,
            onSelect: () => showAccess(true),
          },
        ]),
    ...(editable ? [{ label: t('doc.rename'), icon: Pencil, onSelect: () => setOpen('rename') }] : []),
    { label: t('doc.copyLink'), icon: Link2, onSelect: () => void copyLink() },
    ...(managed
      ? [
          { kind: 'separator' as const },
          { label: t('doc.delete'), icon: Trash2, danger: true, onSelect: () => setOpen('delete') },
        ]
      : []),
  ]

  async function copyLink() {
    const link = `${serverOrigin()}/#/docs/${info.doc_id}`
    try {
      await navigator.clipboard.writeText(link)
      toast.success(t('doc.copied'))
    } catch {
      // Browsers keep the clipboard from pages without TLS.
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
