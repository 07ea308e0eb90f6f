import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileAttachment } from '#shared/contract/attachments/endpoints'
import { useFileSize } from '../../platform/file-size'
import { blurPicture } from '../../ui/blur-hash'
import { IconButton } from '../../ui/icon-button'
import { fileIcons } from './file-icon'
import { useFiles } from './files'
import { saveFile } from './save-file'

/**
 * Audio or video with the browser's own controls. An expired address is replaced, and playback continues where it was.
 */
export function MediaFile({ file }: { file: FileAttachment }) {
  const { t } = useTranslation('attachments')
  const size = useFileSize()
  const { file_id, file_name: name, file_size, mime_type, file_metadata, file_thumbnail } = file
  const [cannotPlay, setCannotPlay] = useState(false)
  const place = useRef({ at: 0, isPlaying: false })
  const isFilm = mime_type.startsWith('video/')
  const Glyph = fileIcons[isFilm ? 'video' : 'audio']
  const { width, height } = file_metadata.image_resolution ?? { width: 16, height: 9 }

  const events = {
    src: file.url,
    controls: true,
    preload: 'metadata',
    'aria-label': name,
    // The element reports the beginning while another address loads.
    onTimeUpdate: ({ currentTarget: { currentTime, error, readyState } }) => {
      if (!error && readyState > 0) place.current.at = currentTime
    },
    onPlay: () => {
      place.current.isPlaying = true
    },
    onPause: ({ currentTarget: { error } }) => {
      if (!error) place.current.isPlaying = false
    },
    onError: () => {
      // If even a new address does not play, this browser cannot play the file.
      if (!useFiles.getState().renew(file_id)) setCannotPlay(true)
    },
    onLoadedMetadata: ({ currentTarget: media }) => {
      const { at, isPlaying } = place.current
      setCannotPlay(false)
      if (at > 0) media.currentTime = at
      if (isPlaying) void media.play().catch(() => undefined)
    },
  } as const satisfies React.MediaHTMLAttributes<HTMLMediaElement>

  return (
    <figure className="grid gap-1.5 rounded-sm border border-line p-2">
      {isFilm ? (
        <video
          {...events}
          playsInline
          poster={file_thumbnail?.url}
          className="max-h-[60vh] w-full rounded-xs bg-surface-0 bg-cover"
          style={{
            aspectRatio: `${width} / ${height}`,
            backgroundImage: file_thumbnail ? `url(${blurPicture(file_thumbnail.blur_hash)})` : undefined,
          }}
        />
      ) : (
        <audio {...events} className="h-10 w-full" />
      )}
      <figcaption className="flex min-w-0 items-center gap-2 text-xs text-muted">
        <Glyph size={16} className="shrink-0" />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-medium text-default" title={name}>
            {name}
          </span>
          <span className="tabular-nums">{size(file_size)}</span>
          {cannotPlay && (
            <span role="alert" className="block text-danger-ink">
              {t('files.cannotPlay')}
            </span>
          )}
        </span>
        <IconButton
          needsServer
          icon={Download}
          label={t('files.download', { name })}
          onClick={() => void saveFile(file)}
        />
      </figcaption>
    </figure>
  )
}
