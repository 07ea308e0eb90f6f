import { useTranslation } from 'react-i18next'
import { usePreferences } from '../platform/preferences'
import { type Shortcut, showKeys, useActions } from '../platform/shortcuts'
import { Dialog } from '../ui/dialog'
import { Kbd } from '../ui/kbd'
import { useOverlay } from './overlay-state'

/** All shortcuts that work on this page, those of the shell first. */
export function ShortcutList() {
  const { t } = useTranslation()
  const all: readonly Shortcut[] = useActions().flatMap(action =>
    action.keys ? [{ ...action, keys: action.keys }] : [],
  )
  const areOn = usePreferences(state => state.singleKeys)
  const { hide } = useOverlay.getState()
  // sonner handles the keys of toasts itself; they are listed because people look for them here.
  const shell: Shortcut[] = [
    ...all.filter(shortcut => !shortcut.group),
    { keys: 'alt+t', label: t('shortcuts.toasts') },
  ]
  const groups = [...new Set(all.flatMap(shortcut => shortcut.group ?? []))]
  return (
    <Dialog
      open
      onClose={hide}
      title={t('shortcuts.title')}
      description={areOn ? undefined : t('shortcuts.off')}
      closeLabel={t('action.close')}
      size="lg"
    >
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
        {groups.map(group => (
          <Group
            key={group}
            title={group}
            shortcuts={all.filter(shortcut => shortcut.group === group && shortcut.isOn !== false)}
          />
        ))}
        <Group title={t('shortcuts.everywhere')} shortcuts={shell} />
      </div>
    </Dialog>
  )
}

function Group({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  return (
    <section>
      <h3 className="mb-1.5 text-xs font-semibold text-muted">{title}</h3>
      <dl>
        {shortcuts.map(({ keys, label }) => (
          <div key={keys} className="flex items-center justify-between gap-4 border-b border-line py-1.5 text-sm">
            <dt>{label}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Keys({ keys }: { keys: string }) {
  const { t } = useTranslation()
  const isSequence = keys.includes(' ')
  return (
    <span className="flex items-center gap-1 whitespace-nowrap">
      {showKeys(keys)
        .split(' ')
        .map((key, at) => (
          <span key={key} className="contents">
            {isSequence && at > 0 && <span className="text-xs text-muted">{t('shortcuts.sequence')}</span>}
            <Kbd>{key}</Kbd>
          </span>
        ))}
    </span>
  )
}
