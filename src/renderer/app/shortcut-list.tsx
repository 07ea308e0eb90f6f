import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../platform/preferences'
import { type Shortcut, showKeys, useActions } from '../platform/shortcuts'
import { Dialog } from '../ui/dialog'
import { Kbd } from '../ui/kbd'
import { type ListedKeys, listedKeys } from '../ui/local-keys'
import { useOverlay } from './overlay-state'

interface Line {
  label: string
  /** Each of them does it; a sequence of keys has the word between them. */
  ways: readonly { keys: readonly string[]; isSequence: boolean }[]
}

/** All shortcuts that work now: of the parts of the screen, of the screen, and those of the shell last. */
export function ShortcutList() {
  const { t } = useTranslation(['overlays', 'app'])
  const all: readonly Shortcut[] = useActions().flatMap(action =>
    action.keys && action.isOn !== false ? [{ ...action, keys: action.keys }] : [],
  )
  const areOn = usePreferences(state => state.singleKeys)
  /** In a dialog only its own keys work, and those with Ctrl or Alt. */
  const [isInDialog] = useState(() => document.querySelector('[aria-modal=true]') !== null)
  const [local] = useState(listedKeys)
  const { hide } = useOverlay.getState()
  const working = all.filter(({ keys }) => !isInDialog || /^(mod|alt)\+/.test(keys))
  const parts = local.filter(({ group }) => !isInDialog || inDialogs.has(group))
  // sonner handles the keys of toasts itself; they are listed because people look for them here.
  const shell = [
    ...working.filter(shortcut => !shortcut.group),
    { keys: 'alt+t', label: t('shortcutList.toasts') },
  ].map(lineOf)
  const groups = [...new Set(working.flatMap(shortcut => shortcut.group ?? []))]
  return (
    <Dialog
      open
      onClose={hide}
      title={t('shortcutList.title')}
      description={areOn ? undefined : t('shortcutList.off')}
      closeLabel={t('app:action.close')}
      size="lg"
    >
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
        {groups.map(group => (
          <Group key={group} title={group} lines={working.filter(shortcut => shortcut.group === group).map(lineOf)} />
        ))}
        {[...new Set(parts.map(({ group }) => group))].map(group => (
          <Group
            key={`part ${group}`}
            title={t(`shortcutList.groups.${group}`)}
            lines={parts
              .filter(part => part.group === group)
              .map(({ keys, does }) => ({
                label: typeof does === 'string' ? t(`shortcutList.does.${does}`) : does.words,
                ways: keys.map(key => ({ keys: partsOf(key), isSequence: false })),
              }))}
          />
        ))}
        <Group title={t('shortcutList.everywhere')} lines={shell} />
      </div>
    </Dialog>
  )
}

/** The parts that are dialogs, or are in one. */
const inDialogs: ReadonlySet<ListedKeys['group']> = new Set(['picture', 'pdf', 'area', 'write'])

const lineOf = ({ keys, label }: Pick<Shortcut, 'keys' | 'label'>): Line => ({
  label,
  ways: [{ keys: showKeys(keys).split(' '), isSequence: keys.includes(' ') }],
})

const symbols: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Delete: 'Del',
  PageUp: 'Page ↑',
  PageDown: 'Page ↓',
}

/** The keys of a combination as printed on the keyboard: those of `Shift+ArrowLeft`, and of `+` alone. */
function partsOf(keys: string): readonly string[] {
  const parts = keys.length > 1 && keys.includes('+') ? keys.split('+') : [keys]
  return parts.map(part => (part.toLowerCase() === 'mod' ? showKeys('mod') : (symbols[part] ?? nameOf(part))))
}

const nameOf = (key: string) => (/^\p{Ll}$/u.test(key) ? key.toUpperCase() : key)

function Group({ title, lines }: { title: string; lines: readonly Line[] }) {
  // A part may be on the screen more than once, for example a field for comments.
  const different = new Map(lines.map(line => [`${line.label} ${JSON.stringify(line.ways)}`, line]))
  return (
    <section>
      <h3 className="mb-1.5 text-xs font-semibold text-muted">{title}</h3>
      <dl>
        {[...different].map(([key, { label, ways }]) => (
          <div key={key} className="flex items-center justify-between gap-4 border-b border-line py-1.5 text-sm">
            <dt>{label}</dt>
            <dd className="flex flex-wrap justify-end gap-x-2 gap-y-1">
              {ways.map(way => (
                <Keys key={way.keys.join(' ')} {...way} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Keys({ keys, isSequence }: Line['ways'][number]) {
  const { t } = useTranslation(['overlays', 'app'])
  return (
    <span className="flex items-center gap-1 whitespace-nowrap">
      {keys.map((key, at) => (
        <Fragment key={key}>
          {isSequence && at > 0 && <span className="text-xs text-muted">{t('shortcutList.sequence')}</span>}
          <Kbd>{key === ' ' ? t('shortcutList.space') : key}</Kbd>
        </Fragment>
      ))}
    </span>
  )
}
