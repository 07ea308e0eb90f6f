import { Bookmark, BookmarkPlus, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TaskView, ViewSettings } from '#shared/contract/tasks/views'
import { MenuActions } from '../../../platform/menu-actions'
import { useSession } from '../../../platform/session'
import { Button } from '../../../ui/button'
import { IconButton } from '../../../ui/icon-button'
import { Menu, type MenuEntry } from '../../../ui/menu'
import { SaveView } from './save-view'
import { ViewsDialog } from './views-dialog'
import { useViews } from './views-store'

interface Props {
  /** Null in My Tasks. */
  branch_id: number | null
  /** How the tasks are looked at now. */
  settings: ViewSettings
  onApply: (settings: ViewSettings) => void
  /** Shows the button as an icon. */
  isSmall?: boolean
}

/** The saved views of a space or of My Tasks: applies one, saves the current one, and leads to changing them. */
export function ViewsMenu({ branch_id, settings, onApply, isSmall = false }: Props) {
  const { t } = useTranslation('tasks')
  const list = useViews(state => state.lists[branch_id ?? 'mine'])
  const me = useSession(state => state.userId)
  const [dialog, setDialog] = useState<'save' | 'change' | null>(null)
  const [isOpen, setOpen] = useState(false)
  // Asked for when the menu opens, because others may have shared a view.
  const onOpenChange = (open: boolean) => {
    setOpen(open)
    if (open) void useViews.getState().load(branch_id)
  }
  const views = sorted(list?.items ?? [], me)
  const current = views.find(view => isSame(view.settings, settings, branch_id))
  const nameOf = ({ name, author_id, is_shared }: TaskView) =>
    author_id === me ? (is_shared ? t('views.sharedOwn', { name }) : name) : t('views.sharedBy', { name })
  const entries: MenuEntry[] = [
    ...(views.length > 0
      ? [
          {
            kind: 'choice' as const,
            label: t('views.title'),
            options: views.map(view => ({
              label: nameOf(view),
              checked: view.view_id === current?.view_id,
              onSelect: () => onApply(view.settings),
            })),
          },
          { kind: 'separator' as const },
        ]
      : []),
    { label: t('views.save'), icon: BookmarkPlus, needsServer: true, onSelect: () => setDialog('save') },
    ...(views.some(view => view.is_editable)
      ? [{ label: t('views.change'), icon: Pencil, onSelect: () => setDialog('change') }]
      : []),
  ]
  return (
    <>
      <Menu
        label={t('views.title')}
        align={isSmall ? 'end' : 'start'}
        open={isOpen}
        onOpenChange={onOpenChange}
        entries={entries}
      >
        {trigger =>
          isSmall ? (
            <IconButton {...trigger} icon={Bookmark} label={t('views.title')} />
          ) : (
            <Button {...trigger} size="sm" variant="quiet" icon={Bookmark}>
              {current?.name ?? t('views.title')}
            </Button>
          )
        }
      </Menu>
      <MenuActions entries={entries} group={t('task')} />
      {dialog === 'save' && <SaveView branch_id={branch_id} settings={settings} onClose={() => setDialog(null)} />}
      {dialog === 'change' && (
        <ViewsDialog views={views.filter(view => view.is_editable)} onClose={() => setDialog(null)} />
      )}
    </>
  )
}

/** One's own by name, then those of others. */
const sorted = (views: readonly TaskView[], me: number | null) =>
  [...views].sort(
    (one, other) => Number(one.author_id !== me) - Number(other.author_id !== me) || one.name.localeCompare(other.name),
  )

/** Whether two settings show the same; a space has no list, and My Tasks are grouped by status. */
const isSame = (one: ViewSettings, other: ViewSettings, branch_id: number | null) =>
  one.query === other.query &&
  one.is_archive === other.is_archive &&
  (branch_id === null ? one.layout === other.layout : one.group_by === other.group_by)
