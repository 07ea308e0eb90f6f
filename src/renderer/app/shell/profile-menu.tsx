import { Keyboard, LogOut, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Language } from '#shared/contract/common'
import { chooseLanguage, useProfile } from '../../features/profile/store'
import { themes, usePreferences } from '../../platform/preferences'
import type { MenuEntry } from '../../ui/menu'
import { useOverlay } from '../overlay-state'

/** Shows who is signed in. */
export function ProfileHeader() {
  const profile = useProfile(state => state.profile)
  return (
    <>
      <p className="truncate text-sm font-semibold">{profile?.user_displayname}</p>
      <p className="truncate text-xs text-muted">{profile?.user_email ?? profile?.user_phone}</p>
    </>
  )
}

/** Returns the entries of the profile menu [2.19]. */
export function useProfileMenu(): MenuEntry[] {
  const { t } = useTranslation()
  const { theme, language, prefer } = usePreferences()
  return [
    { label: t('menu.profile'), icon: UserRound, href: '#/profile' },
    { label: t('menu.shortcuts'), icon: Keyboard, hint: '?', onSelect: () => useOverlay.getState().show('shortcuts') },
    {
      kind: 'choice',
      label: t('menu.theme'),
      options: themes.map(choice => ({
        label: t(`theme.${choice}`),
        checked: choice === theme,
        onSelect: () => prefer({ theme: choice }),
      })),
    },
    {
      kind: 'choice',
      label: t('menu.language'),
      options: Language.options.map(option => ({
        label: t(`languages.${option}`),
        checked: option === language,
        onSelect: () => void chooseLanguage(option),
      })),
    },
    { kind: 'separator' },
    { label: t('action.signOut'), icon: LogOut, href: '#/logout' },
  ]
}
