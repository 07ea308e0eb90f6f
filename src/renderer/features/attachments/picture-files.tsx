import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileAttachment } from '#shared/contract/attachments/endpoints'
import { blurPicture } from '../../ui/blur-hash'
import { cx } from '../../ui/cx'
import { type GalleryState, useGallery } from '../../ui/gallery'
import { useIsOnPaper } from '../../ui/printed-rows'
import { useFiles } from './files'
import { saveFile } from './save-file'

/** Places these after the pictures of sources in a log. */
const order = 1

interface Props {
  files: readonly FileAttachment[]
  caption: string
  /** Whether the list is complete. */
  state: GalleryState
  /** Shows the pictures in the surrounding lightbox only. */
  isOnlyLarge: boolean
}

/** Thumbnails in the order in which the pictures were added; pressing one opens it large. */
export function PictureFiles({ files, caption, state, isOnlyLarge }: Props) {
  const { t } = useTranslation('attachments')
  const pictures = useMemo(() => files.map(file => pictureOf(file, caption)), [files, caption])
  const open = useGallery(order, pictures, state)
  if (files.length === 0 || isOnlyLarge) return null
  return (
    <ul
      aria-label={t('files.pictures')}
      // Shows two pictures beside each other on a phone of any width.
      className={cx('gap-2 md:flex md:flex-wrap', files.length === 1 ? 'flex' : 'grid grid-cols-2')}
    >
      {files.map(file => (
        <li key={file.file_id}>
          <button
            type="button"
            aria-label={t('files.openPicture', { name: file.file_name })}
            onClick={() => open(file.file_id)}
            className={cx(
              'relative block overflow-hidden rounded-sm bg-surface-3',
              files.length === 1 ? 'h-32 md:h-44' : 'max-md:aspect-video! max-md:w-full md:h-24',
            )}
            style={{ aspectRatio: shape(file) }}
          >
            <Thumbnail file={file} />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** A picture in the form that the lightbox expects. */
export const pictureOf = (file: FileAttachment, caption: string) => ({
  id: file.file_id,
  title: file.file_name,
  alt: file.file_name,
  caption,
  src: file.url,
  small: file.file_thumbnail?.url,
  onBroken: () => void useFiles.getState().renew(file.file_id),
  onDownload: () => void saveFile(file),
})

/** Limits the aspect ratio, so that a panorama is cropped at its sides. */
function shape({ file_metadata: { image_resolution } }: FileAttachment): number {
  const { width, height } = image_resolution ?? { width: 4, height: 3 }
  return Math.min(2.2, Math.max(0.6, width / height))
}

function Thumbnail({ file: { file_id, file_thumbnail, url } }: { file: FileAttachment }) {
  const isOnPaper = useIsOnPaper()
  const [isThere, setThere] = useState(false)
  const blurred = useMemo(() => file_thumbnail && blurPicture(file_thumbnail.blur_hash), [file_thumbnail])
  return (
    <>
      {blurred && <img src={blurred} alt="" className="absolute inset-0 size-full" />}
      <img
        src={file_thumbnail?.url ?? url}
        alt=""
        loading={isOnPaper ? 'eager' : 'lazy'}
        onLoad={() => setThere(true)}
        onError={() => {
          setThere(false)
          useFiles.getState().renew(file_id)
        }}
        className={cx(
          'absolute inset-0 size-full object-cover transition-opacity duration-base',
          !isThere && !isOnPaper && 'opacity-0',
        )}
      />
    </>
  )
}
