import { ImageOff } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLightboxLabels } from '../../i18n/lightbox-labels'
import { blurPicture } from '../../ui/blur-hash'
import { cx } from '../../ui/cx'
import { GalleryScope, useGallery } from '../../ui/gallery'
import { useFiles } from './files'
import { pictureOf } from './picture-files'

interface Props {
  file_id: string
  alt: string
}

/** A picture in a text. Pressing it opens it large. */
export function TextPicture(props: Props) {
  const labels = useLightboxLabels()
  return (
    <GalleryScope labels={labels}>
      <Picture {...props} />
    </GalleryScope>
  )
}

function Picture({ file_id, alt }: Props) {
  const { t } = useTranslation('attachments')
  const entry = useFiles(state => state.known[file_id])
  useEffect(() => useFiles.getState().want([file_id]), [file_id])
  const [isThere, setThere] = useState(false)
  const file = typeof entry === 'object' ? entry.file : null
  const pictures = useMemo(() => (file ? [pictureOf(file, alt)] : []), [file, alt])
  const open = useGallery(0, pictures, file ? 'ready' : 'loading')
  const thumbnail = file?.file_thumbnail
  const blurred = useMemo(() => thumbnail && blurPicture(thumbnail.blur_hash), [thumbnail])
  if (entry === undefined) return <span data-awaited className="block h-40 w-full rounded-md bg-surface-3" />
  if (!file)
    return (
      <span className="flex items-center gap-2 rounded-md border border-line px-3 py-2.5 text-sm text-muted">
        <ImageOff size={16} />
        {t(entry === 'gone' ? 'files.gone' : 'files.failed')}
      </span>
    )
  const { width, height } = file.file_metadata.image_resolution ?? { width: 4, height: 3 }
  return (
    <button
      type="button"
      aria-label={t('files.openPicture', { name: alt || file.file_name })}
      onClick={() => open(file_id)}
      className="relative block max-w-full overflow-hidden rounded-md bg-surface-3"
      style={{ width, aspectRatio: width / height }}
    >
      {blurred && !isThere && <img src={blurred} alt="" className="absolute inset-0 size-full" />}
      <img
        src={file.url}
        alt=""
        draggable={false}
        onLoad={() => setThere(true)}
        onError={() => {
          setThere(false)
          useFiles.getState().renew(file_id)
        }}
        className={cx('absolute inset-0 size-full object-cover transition-opacity', !isThere && 'opacity-0')}
      />
    </button>
  )
}
