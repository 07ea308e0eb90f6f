import { AppWindow, CircleAlert, MicVocal } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { choiceEntry, MenuActions } from '../../../platform/menu-actions'
import { Button } from '../../../ui/button'
import { Segmented } from '../../../ui/segmented'
import type { RecordingStatus } from '../recording/channel'
import { runMeetings } from '../recording/meetings'
import type { TabTrouble } from '../recording/tab-sound'

interface ChoiceProps {
  isWithTab: boolean
  onChange: (isWithTab: boolean) => void
}

/** Chooses between the microphone alone and the microphone with the sound of a tab, where the browser can record that. */
export function SoundChoice({ isWithTab, onChange }: ChoiceProps) {
  const { t } = useTranslation('meetings')
  const support = runMeetings().tabSupport
  if (support === 'none') return null
  if (support !== 'yes') return <p className="text-sm text-muted">{t(`tab.without.${support}`)}</p>
  const choice = {
    label: t('tab.choice'),
    options: [
      { value: 'alone', label: t('tab.alone'), icon: MicVocal },
      { value: 'tab', label: t('tab.with'), icon: AppWindow },
    ],
    value: isWithTab ? 'tab' : 'alone',
    onChange: (next: string) => onChange(next === 'tab'),
  }
  return (
    <div className="grid gap-1.5">
      <MenuActions entries={[choiceEntry(choice)]} group={t('page.title')} />
      <Segmented
        {...choice}
        // The second option is longer than a phone is wide.
        className="max-md:w-full max-md:flex-col max-md:[&_label]:h-auto max-md:[&_label]:py-2 max-md:[&_label]:whitespace-normal"
      />
      {isWithTab && <p className="text-sm text-muted">{t('tab.hint')}</p>}
    </div>
  )
}

interface RefusalProps {
  trouble: TabTrouble
  onRetry: () => void
  /** Records the microphone alone; without it that happens already. */
  onAlone?: () => void
}

/** Says why there is no sound of a tab, and how to go on. */
export function TabRefusal({ trouble, onRetry, onAlone }: RefusalProps) {
  const { t } = useTranslation('meetings')
  return (
    <div role="alert" className="grid gap-2 rounded-sm bg-warn-soft p-3 text-sm text-warn-ink">
      <p className="flex gap-1.5">
        <CircleAlert size={16} className="mt-px shrink-0" />
        {t(`tab.trouble.${trouble}`)}
      </p>
      <MenuActions
        entries={[
          { label: t('tab.choose'), onSelect: onRetry },
          ...(onAlone ? [{ label: t('tab.onlyMicrophone'), onSelect: onAlone }] : []),
        ]}
        group={t('page.title')}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon={AppWindow} onClick={onRetry}>
          {t('tab.choose')}
        </Button>
        {onAlone && (
          <Button size="sm" icon={MicVocal} onClick={onAlone}>
            {t('tab.onlyMicrophone')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The sound of a tab in a running recording: it can be ended, and shared again after it ended. */
export function TabInRecording({ tab }: { tab: RecordingStatus['tab'] }) {
  const { t } = useTranslation('meetings')
  const [trouble, setTrouble] = useState<TabTrouble | null>(null)
  if (tab === 'none') return null
  const share = () => void runMeetings().recording?.addTab().then(setTrouble)
  if (trouble && tab === 'ended') return <TabRefusal trouble={trouble} onRetry={share} />
  const end = () => runMeetings().recording?.removeTab()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <MenuActions
        entries={[
          tab === 'shared' ? { label: t('tab.end'), onSelect: end } : { label: t('tab.again'), onSelect: share },
        ]}
        group={t('page.title')}
      />
      <p role="status" className="flex min-w-0 flex-1 basis-60 gap-1.5">
        {tab === 'shared' ? (
          <AppWindow size={16} className="mt-px shrink-0" />
        ) : (
          <MicVocal size={16} className="mt-px shrink-0" />
        )}
        {t(tab === 'shared' ? 'tab.with' : 'tab.ended')}
      </p>
      {tab === 'shared' ? (
        <Button size="sm" onClick={end}>
          {t('tab.end')}
        </Button>
      ) : (
        <Button size="sm" icon={AppWindow} onClick={share}>
          {t('tab.again')}
        </Button>
      )}
    </div>
  )
}
