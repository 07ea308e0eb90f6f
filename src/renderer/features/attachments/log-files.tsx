import { RefreshCw } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileAttachment } from '#shared/contract/attachments/endpoints'
import { useLightboxLabels } from '../../i18n/lightbox-labels'
import { Button } from '../../ui/button'
import { GalleryScope } from '../../ui/gallery'
import { FileRow, GoneRow } from './file-row'
import { useFiles } from './files'
import { MediaFile } from './media-file'
import { PictureFiles } from './picture-files'

interface Props {
  file_ids: readonly string[]
  /** Who attached the files, and when; shown below an opened picture. */
  caption?: string
  /** Shows pictures only, and only in the surrounding lightbox. */
  isOnlyLarge?: boolean
}

/** Browsers play these types; files of other types get a row with their size and a save button. */
const isPlayed = ({ mime_type }: FileAttachment) => /^(audio|video)\//.test(mime_type)
const isPicture = ({ mime_type, file_thumbnail }: FileAttachment) =>
  mime_type.startsWith('image/') && file_thumbnail !== null

/** The files of a log: pictures first, then audio and video, then the others. */
export function LogFiles({ file_ids, caption = '', isOnlyLarge = false }: Props) {
  const { t } = useTranslation(['attachments', 'app'])
  const labels = useLightboxLabels()
  const known = useFiles(state => state.known)
  useEffect(() => useFiles.getState().want(file_ids), [file_ids])
  const files = useMemo(
    () =>
      file_ids.flatMap(id => {
        const entry = known[id]
        return typeof entry === 'object' ? entry.file : []
      }),
    [file_ids, known],
  )
  const pictures = useMemo(() => files.filter(isPicture), [files])
  const isLoading = file_ids.some(id => known[id] === undefined)
  const isFailed = file_ids.some(id => known[id] === 'failed')
  const state = isLoading ? 'loading' : isFailed ? 'failed' : 'ready'
  const large = <PictureFiles files={pictures} caption={caption} state={state} isOnlyLarge={isOnlyLarge} />
  const gone = file_ids.filter(id => known[id] === 'gone')
  const others = files.filter(file => !isPicture(file) && !isPlayed(file))
  if (isOnlyLarge) return large
  return (
    <GalleryScope labels={labels}>
      <div className="mt-2 grid max-w-[640px] gap-2">
        {large}
        {files.filter(isPlayed).map(file => (
          <MediaFile key={file.file_id} file={file} />
        ))}
        {others.length + gone.length > 0 && (
          <ul aria-label={t('files.label')} className="grid gap-1.5">
            {others.map(file => (
              <FileRow key={file.file_id} file={file} />
            ))}
            {gone.map(id => (
              <GoneRow key={id} />
            ))}
          </ul>
        )}
        {isLoading && <span data-awaited className="block h-18 w-32 rounded-sm bg-surface-3" />}
        {isFailed && (
          <p role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger-ink">
            {t('files.failed')}
            <Button size="sm" icon={RefreshCw} onClick={() => useFiles.getState().want(file_ids)}>
              {t('app:action.tryAgain')}
            </Button>
          </p>
        )}
      </div>
    </GalleryScope>
  )
}
