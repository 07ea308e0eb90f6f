import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileAttachment } from '#shared/contract/attachments/endpoints'
import type { DocumentFile } from '#shared/contract/logs/side'
import { withNamespaces } from '../../i18n/languages'
import { useLightboxLabels } from '../../i18n/lightbox-labels'
import { Dialog } from '../../ui/dialog'
import { GalleryScope, useGallery } from '../../ui/gallery'
import { lazyComponent } from '../../ui/lazy-component'
import { fileIcons } from './file-icon'
import { useFiles } from './files'
import { MediaFile } from './media-file'
import { pictureOf } from './picture-files'
import { saveFile } from './save-file'
import { kindOf } from './upload'

const PdfDialog = lazyComponent(async () => (await withNamespaces('pdf', import('./pdf-dialog'))).PdfDialog)

interface Props {
  files: readonly DocumentFile[]
}

/**
 * Lists files by name only. Pressing a name shows or plays the file; files that cannot be shown or played are saved.
 */
export function FileNames({ files }: Props) {
  const labels = useLightboxLabels()
  return (
    <GalleryScope labels={labels}>
      <Names files={files} />
    </GalleryScope>
  )
}

/** Places the file names after the pictures of logs. */
const order = 2

function Names({ files }: Props) {
  const { t } = useTranslation(['attachments', 'app'])
  const known = useFiles(state => state.known)
  const [shown, setShown] = useState<FileAttachment | null>(null)
  const [gone, setGone] = useState<string | null>(null)
  const pictures = useMemo(
    () =>
      files.flatMap(({ file_id }) => {
        const entry = known[file_id]
        return typeof entry === 'object' && isPicture(entry.file) ? [pictureOf(entry.file, '')] : []
      }),
    [files, known],
  )
  const openPicture = useGallery(order, pictures)

  async function open(file_id: string) {
    const file = await useFiles.getState().fresh(file_id)
    setGone(file ? null : file_id)
    if (!file) return
    if (isPicture(file)) openPicture(file_id)
    else if (isPdf(file) || isPlayed(file)) setShown(file)
    else await saveFile(file)
  }
  const close = () => setShown(null)

  return (
    <>
      <ul className="mt-1 grid grid-cols-1 text-sm">
        {files.map(({ file_id, file_name, mime_type }) => {
          const Glyph = fileIcons[kindOf({ name: file_name, type: mime_type })]
          return (
            <li key={file_id} className="min-w-0">
              <button
                type="button"
                title={file_name}
                onClick={() => void open(file_id)}
                className="flex max-w-full items-center gap-2 rounded-xs py-1 text-left hover:underline pointer-coarse:min-h-touch"
              >
                <Glyph size={16} className="shrink-0 text-muted" />
                <span className="truncate text-accent-ink">{file_name}</span>
              </button>
              {gone === file_id && (
                <p role="alert" className="text-xs text-danger-ink">
                  {known[file_id] === 'gone' ? t('files.gone') : t('files.notSaved', { name: file_name })}
                </p>
              )}
            </li>
          )
        })}
      </ul>
      {shown && isPdf(shown) && (
        <Suspense fallback={null}>
          <PdfDialog file={shown} onClose={close} />
        </Suspense>
      )}
      {shown && isPlayed(shown) && (
        <Dialog open size="lg" onClose={close} title={shown.file_name} closeLabel={t('app:action.close')}>
          <MediaFile file={shown} />
        </Dialog>
      )}
    </>
  )
}

const isPicture = ({ mime_type, file_thumbnail }: FileAttachment) =>
  mime_type.startsWith('image/') && file_thumbnail !== null
const isPdf = ({ mime_type }: FileAttachment) => mime_type === 'application/pdf'
const isPlayed = ({ mime_type }: FileAttachment) => /^(audio|video)\//.test(mime_type)
