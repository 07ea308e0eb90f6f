import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { logError } from '../../platform/log'
import { MenuActions } from '../../platform/menu-actions'
import { NotAPicture, squarePicture } from '../../platform/square-picture'
import { Avatar } from '../../ui/avatar'
import { Button } from '../../ui/button'

interface Props {
  name: string
  id: string
  /** The picture shown: an address or a data URL. */
  src: string | null
  /** Receives a data URL of 256 × 256 pixels, or null for no picture. */
  onChange: (picture: string | null) => void
}

/** The person's picture, cropped to a square in the browser before it is sent. */
export function PictureField({ name, id, src, onChange }: Props) {
  const { t } = useTranslation('profile')
  const hintId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string | null>(null)

  const choose = async (file: File | undefined) => {
    if (!file) return
    try {
      onChange(await squarePicture(file))
      setError(null)
    } catch (cause) {
      if (!(cause instanceof NotAPicture)) logError('A picture could not be cropped.', cause)
      setError(t('picture.unreadable'))
    }
  }

  return (
    <fieldset aria-label={t('picture.label')} aria-describedby={hintId} className="flex min-w-0 items-center gap-4">
      <MenuActions
        entries={[
          { label: t(src ? 'picture.change' : 'picture.choose'), onSelect: () => input.current?.click() },
          ...(src ? [{ label: t('picture.remove'), onSelect: () => onChange(null) }] : []),
        ]}
        group={t('title')}
      />
      <Avatar name={name || '?'} id={id} src={src} size={64} decorative />
      <div className="min-w-0">
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => input.current?.click()}>
            {t(src ? 'picture.change' : 'picture.choose')}
          </Button>
          {src && (
            <Button size="sm" variant="quiet" onClick={() => onChange(null)}>
              {t('picture.remove')}
            </Button>
          )}
        </div>
        <p
          id={hintId}
          role={error ? 'alert' : undefined}
          className={error ? 'mt-1 text-xs text-danger-ink' : 'mt-1 text-xs text-muted'}
        >
          {error ?? t('picture.hint')}
        </p>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
          aria-label={t('picture.choose')}
          tabIndex={-1}
          className="hidden"
          onChange={event => {
            void choose(event.target.files?.[0])
            // Clearing the value allows choosing the same file again.
            event.target.value = ''
          }}
        />
      </div>
    </fieldset>
  )
}
