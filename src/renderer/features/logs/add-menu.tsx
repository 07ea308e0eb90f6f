import { Camera, Images, MonitorPlay, Paperclip, Plus } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { Menu } from '../../ui/menu'

interface Props {
  onFiles: (files: File[]) => void
  /** Opens the dialog for pictures of screens and cameras. */
  onSources: () => void
}

/** Everything that can be added to a log, behind one button on phones; sources of the phone itself come first. */
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
          // The menu already provides the name and the focus.
          tabIndex={-1}
          {...input}
          onChange={event => {
            onFiles([...(event.target.files ?? [])])
            // Clearing the value allows choosing the same file again.
            event.target.value = ''
          }}
        />
      ))}
    </>
  )
}
