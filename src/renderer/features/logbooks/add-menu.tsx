import { Camera, Images, MonitorPlay, Paperclip, Plus } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { Menu } from '../../ui/menu'

interface Props {
  onFiles: (files: File[]) => void
  /** Chooses pictures of screens and cameras. */
  onSources: () => void
}

/** All that a log takes beside words, behind one button of a phone: what the phone has itself comes first. */
export function AddMenu({ onFiles, onSources }: Props) {
  const { t } = useTranslation('logs')
  const photos = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const inputs = [
    { id: 'photos', ref: photos, accept: 'image/*,video/*', multiple: true },
    { id: 'camera', ref: camera, accept: 'image/*', capture: 'environment' as const },
    { id: 'files', ref: files, multiple: true },
  ]
  return (
    <>
      <Menu
        label={t('add.label')}
        entries={[
          { label: t('add.photos'), icon: Images, onSelect: () => photos.current?.click() },
          { label: t('add.camera'), icon: Camera, onSelect: () => camera.current?.click() },
          { label: t('add.sources'), icon: MonitorPlay, onSelect: onSources },
          { label: t('add.files'), icon: Paperclip, onSelect: () => files.current?.click() },
        ]}
      >
        {trigger => (
          <Button {...trigger} icon={Plus} variant="soft">
            {t('add.label')}
          </Button>
        )}
      </Menu>
      {inputs.map(({ id, ref, ...input }) => (
        <input
          key={id}
          ref={ref}
          type="file"
          hidden
          // The menu is what it is reached by.
          tabIndex={-1}
          {...input}
          onChange={event => {
            onFiles([...(event.target.files ?? [])])
            // The same file may be chosen again.
            event.target.value = ''
          }}
        />
      ))}
    </>
  )
}
