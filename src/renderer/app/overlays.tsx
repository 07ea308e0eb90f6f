import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { useShowPanel } from '../features/organisations/panel'
import { useOrganisation } from '../features/organisations/store'
import { withNamespaces } from '../i18n/languages'
import { useShortcut } from '../platform/shortcuts'
import { onFirstUse } from '../ui/first-use'
import { lazyComponent } from '../ui/lazy-component'
import { preloadOverlays } from '../ui/preload'
import { entriesFor, type NavEntry } from './nav-entries'
import { useOverlay } from './overlay-state'

const Palette = lazyComponent(async () => (await withNamespaces('overlays', import('./palette/palette'))).Palette)
const ShortcutList = lazyComponent(
  async () => (await withNamespaces('overlays', import('./shortcut-list'))).ShortcutList,
)

/** The command palette, the list of shortcuts, and the keys that work everywhere. */
export function Overlays() {
  const { t } = useTranslation()
  const open = useOverlay(state => state.open)
  const { show, hide } = useOverlay.getState()
  const { pathname } = useLocation()
  const isPremium = useOrganisation()?.is_premium ?? false
  useShortcut({ keys: 'mod+k', label: t('shortcuts.palette') }, () => show('palette'))
  useShortcut({ keys: '?', label: t('shortcuts.overlay') }, () => show('shortcuts'))

  useEffect(() => onFirstUse(() => void preloadOverlays().catch(() => undefined)), [])

  // Navigating closes overlays, for example with the back button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed path closes it.
  useEffect(() => hide, [pathname, hide])

  return (
    <>
      {entriesFor(isPremium).map(entry => (
        <GoTo key={entry.id} entry={entry} />
      ))}
      <GoToOrganisation />
      <Suspense fallback={null}>
        {open === 'palette' && <Palette />}
        {open === 'shortcuts' && <ShortcutList />}
      </Suspense>
    </>
  )
}

function GoTo({ entry }: { entry: NavEntry }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  useShortcut(
    { keys: `g ${entry.key}`, label: t('shortcuts.goTo', { name: t(`nav.${entry.id}`) }) },
    () => void navigate(entry.route),
  )
  return null
}

function GoToOrganisation() {
  const { t } = useTranslation()
  const showPanel = useShowPanel()
  useShortcut({ keys: 'g o', label: t('shortcuts.organisation') }, () => showPanel('org'))
  return null
}
