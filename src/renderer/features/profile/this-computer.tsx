import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Bridge } from '#shared/contract/desktop'
import { desktop } from '../../platform/desktop'
import { logError } from '../../platform/log'
import { MenuActions } from '../../platform/menu-actions'
import { SkeletonRows } from '../../ui/skeleton'
import { Switch } from '../../ui/switch'
import { toast } from '../../ui/toast'

interface ComputerSettings {
  /** Whether the app starts with the computer. `refused`: the person declined when the app asked [8.6d]. */
  autoLaunch: { enabled: boolean; refused: boolean }
  /** Whether sharing may start by itself [4.12a, 9.3b]. */
  autoStart: { enabled: boolean }
}

const readSettings = async (bridge: Bridge): Promise<ComputerSettings> => {
  const [autoLaunch, autoStart] = await Promise.all([bridge.autoLaunch(), bridge.autoStart()])
  return { autoLaunch, autoStart }
}

/** Settings for what the desktop app does by itself on this computer. Rendered only where `desktop()` is available. */
export function ThisComputer() {
  const { t } = useTranslation('profile')
  const bridge = desktop()
  const [settings, setSettings] = useState<ComputerSettings | 'failed' | null>(null)
  useEffect(() => {
    if (!bridge) return
    readSettings(bridge)
      .then(setSettings)
      .catch((cause: unknown) => {
        logError('The desktop app did not return the settings of this computer.', cause)
        setSettings('failed')
      })
  }, [bridge])
  if (!bridge) return null
  if (settings === null) return <SkeletonRows label={t('computer.loading')} rows={2} />
  if (settings === 'failed') return <p role="alert">{t('computer.unread')}</p>

  const change = async (apply: () => Promise<Partial<ComputerSettings>>) => {
    try {
      const changed = await apply()
      setSettings({ ...settings, ...changed })
    } catch (cause) {
      logError('A setting of this computer could not be changed.', cause)
      toast.failure(t('computer.failed'))
    }
  }
  const { autoLaunch, autoStart } = settings
  const open = (enabled: boolean) => void change(async () => ({ autoLaunch: await bridge.setAutoLaunch({ enabled }) }))
  const share = (enabled: boolean) => void change(async () => ({ autoStart: await bridge.setAutoStart({ enabled }) }))
  return (
    <>
      <MenuActions
        entries={[
          { label: t('computer.open'), onSelect: () => open(!autoLaunch.enabled) },
          { label: t('computer.share'), onSelect: () => share(!autoStart.enabled) },
        ]}
        group={t('title')}
      />
      <Switch
        label={t('computer.open')}
        description={t(autoLaunch.refused && !autoLaunch.enabled ? 'computer.refused' : 'computer.openText')}
        checked={autoLaunch.enabled}
        onChange={event => open(event.target.checked)}
      />
      <Switch
        label={t('computer.share')}
        description={t('computer.shareText')}
        checked={autoStart.enabled}
        onChange={event => share(event.target.checked)}
      />
    </>
  )
}
