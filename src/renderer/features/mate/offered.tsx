import { useTranslation } from 'react-i18next'
import { useAction } from '../../platform/shortcuts'
import { useServerAway } from '../../ui/server-away'

interface Props {
  label: string
  isOn?: boolean
  needsServer?: boolean
  run: () => void
}

/** Offers an action of the conversation in the command palette. `MenuActions` is not part of the first page. */
export function Offered({ label, isOn = true, needsServer = false, run }: Props) {
  const { t } = useTranslation('mate')
  const isAway = useServerAway(needsServer) !== null
  useAction({ label, group: t('title'), isOn: isOn && !isAway }, () => run())
  return null
}
