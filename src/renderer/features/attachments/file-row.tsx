import { Download, ExternalLink, FileX } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileAttachment } from '#shared/contract/attachments/endpoints'
import { withNamespaces } from '../../i18n/languages'
import { useFileSize } from '../../platform/file-size'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { lazyComponent } from '../../ui/lazy-component'
import { fileIcons } from './file-icon'
import { saveFile } from './save-file'
import { kindOf } from './upload'

const PdfDialog = lazyComponent(async () => (await withNamespaces('pdf', import('./pdf-dialog'))).PdfDialog)

/** A row for a file that is neither shown nor played in place: its name, its size, and the actions for it. */
export function FileRow({ file }: { file: FileAttachment }) {
  const { t } = useTranslation('attachments')
  const size = useFileSize()
  const [isOpen, setOpen] = useState(false)
  const { file_name: name, file_size, mime_type } = file
  const kind = kindOf({ name, type: mime_type })
  const Glyph = fileIcons[kind]
  return (
    <li className="flex min-w-0 items-center gap-2.5 rounded-sm border border-line py-1.5 pr-1.5 pl-2.5">
      <Glyph size={18} className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium" title={name}>
          {name}
        </span>
        <span className="block text-xs text-muted tabular-nums">{size(file_size)}</span>
      </span>
      {kind === 'pdf' && (
        <Button size="sm" icon={ExternalLink} aria-label={t('files.openNamed', { name })} onClick={() => setOpen(true)}>
          {t('files.open')}
        </Button>
      )}
      <IconButton
        needsServer
        icon={Download}
        label={t('files.download', { name })}
        onClick={() => void saveFile(file)}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <PdfDialog file={file} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </li>
  )
}

/** Takes the place of a file that no longer exists or that this person may not see. */
export function GoneRow() {
  const { t } = useTranslation('attachments')
  return (
    <li className="flex items-center gap-2.5 rounded-sm border border-line px-2.5 py-2 text-sm text-muted">
      <FileX size={18} />
      {t('files.gone')}
    </li>
  )
}
