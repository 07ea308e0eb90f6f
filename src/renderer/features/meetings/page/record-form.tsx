import { CircleAlert, Mic, Volume2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { document as limits } from '#shared/contract/documents/limits'
import { readDraft, useDraft, writeDraft } from '../../../platform/drafts'
import { useFormat } from '../../../platform/format'
import { MenuActions } from '../../../platform/menu-actions'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/field'
import { Select } from '../../../ui/select'
import { Switch } from '../../../ui/switch'
import { DocumentRule } from '../../documents/slots'
import { useHasCaptions, useKnowsWords } from '../../session/store'
import { LevelMeter } from '../recording/level-meter'
import { runMeetings, useMeeting } from '../recording/meetings'
import type { TabTrouble } from '../recording/tab-sound'
import { NoWordsNote } from './no-words-note'
import { SoundChoice, TabRefusal } from './tab-sound'
import { useMicrophoneCheck } from './use-check'
import { lacksBranch, useRule } from './use-rule'

const deviceDraft = 'meeting.device'
const anyDevice = 'any'
const tabDraft = 'meeting.tab'
const captionsDraft = 'meeting.captions'
/** Only the guest sees what they record. */
const own = { access: 'private', branch_id: null } as const

/** The settings of a new recording (name, access, microphone) and the button that starts it. */
export function RecordForm({ isAsking, isGuest = false }: { isAsking: boolean; isGuest?: boolean }) {
  const { t } = useTranslation('meetings')
  const { calendarDay, dayKey, time } = useFormat()
  const [name, setName, clearName] = useDraft('meeting.name')
  const [rule, setRule] = useRule()
  const [isLacking, setLacking] = useState(false)
  const [device, setDevice] = useState(() => {
    const kept = readDraft(deviceDraft)
    return typeof kept === 'string' ? kept : anyDevice
  })
  const hasCaptions = useHasCaptions() && !isGuest
  const [isCaptioned, setCaptioned] = useState(() => readDraft(captionsDraft) !== 'off')
  const [isWithTab, setWithTab] = useState(() => readDraft(tabDraft) === 'tab' && runMeetings().tabSupport === 'yes')
  const [tabTrouble, setTabTrouble] = useState<TabTrouble | null>(null)
  const [isChoosing, setChoosing] = useState(false)
  const refusal = useMeeting(state => state.shown?.trouble ?? null)
  const check = useMicrophoneCheck()
  const knowsWords = useKnowsWords()
  const trouble = check.trouble ?? (isAsking ? null : refusal)
  const isKnown = check.devices.some(known => known.id === device)
  const wanted = isKnown ? device : null

  function caption(isOn: boolean) {
    setCaptioned(isOn)
    writeDraft(captionsDraft, isOn ? 'on' : 'off')
  }
  async function record(withTab: boolean) {
    if (!isGuest && lacksBranch(rule)) return setLacking(true)
    const { recording } = runMeetings()
    if (withTab) {
      setChoosing(true)
      const missing = (await recording?.addTab()) ?? null
      setChoosing(false)
      setTabTrouble(missing)
      if (missing) return
      // The account may have changed while the browser asked.
      if (runMeetings().recording !== recording) return recording?.removeTab()
    }
    setTabTrouble(null)
    const now = Date.now()
    const fallback = t('record.defaultName', { when: `${calendarDay(dayKey(now))}, ${time(now)}` })
    check.close()
    recording?.record(
      { name: name.trim() || fallback, ...(isGuest ? own : rule), ...(hasCaptions && { captions: isCaptioned }) },
      wanted,
    )
    clearName()
  }
  const isBusy = isAsking || isChoosing
  return (
    <form
      aria-label={t('record.label')}
      className="grid gap-4 rounded-md border border-line bg-surface-1 p-5 max-md:p-4"
      onSubmit={event => {
        event.preventDefault()
        void record(isWithTab)
      }}
    >
      <MenuActions
        entries={[
          { label: t('record.start'), disabled: isBusy, onSelect: () => void record(isWithTab) },
          check.microphone
            ? { label: t('record.checked'), onSelect: check.close }
            : { label: t('record.check'), onSelect: () => void check.open(wanted) },
          {
            kind: 'toggles',
            label: t('record.label'),
            options: hasCaptions
              ? [{ label: t('captions.label'), checked: isCaptioned, onToggle: () => caption(!isCaptioned) }]
              : [],
          },
        ]}
        group={t('page.title')}
      />
      <TextField
        label={t('record.name')}
        hint={t('record.nameHint')}
        maxLength={limits.nameLength}
        autoComplete="off"
        value={name}
        onChange={event => setName(event.target.value)}
      />
      {!isGuest && (
        <DocumentRule
          rule={rule}
          isOwn
          error={isLacking && lacksBranch(rule) ? t('record.branchMissing') : null}
          onChange={setRule}
        />
      )}
      <SoundChoice
        isWithTab={isWithTab}
        onChange={next => {
          setWithTab(next)
          setTabTrouble(null)
          writeDraft(tabDraft, next ? 'tab' : 'alone')
        }}
      />
      <div className="flex flex-wrap items-end gap-3">
        {check.devices.length > 0 && (
          <Select
            className="min-w-0 flex-1 basis-60"
            label={t('record.device')}
            options={[
              { value: anyDevice, label: t('record.anyDevice') },
              ...check.devices.map(({ id, label }, index) => ({
                value: id,
                label: label || t('record.unnamed', { number: index + 1 }),
              })),
            ]}
            value={isKnown ? device : anyDevice}
            onChange={next => {
              setDevice(next)
              writeDraft(deviceDraft, next)
              if (check.microphone) void check.open(next === anyDevice ? null : next)
            }}
          />
        )}
        {check.microphone ? (
          <span className="flex h-control items-center gap-3 text-sm">
            <LevelMeter level={check.microphone.level} />
            {t('record.speak')}
            <Button size="sm" onClick={check.close}>
              {t('record.checked')}
            </Button>
          </span>
        ) : (
          <Button icon={Volume2} onClick={() => void check.open(wanted)}>
            {t('record.check')}
          </Button>
        )}
      </div>
      {hasCaptions && (
        <Switch
          label={t('captions.label')}
          description={t('captions.hint')}
          checked={isCaptioned}
          onChange={({ target }) => caption(target.checked)}
        />
      )}
      {trouble && (
        <p role="alert" className="flex gap-1.5 text-sm text-danger-ink">
          <CircleAlert size={16} className="mt-px shrink-0" />
          {t(`trouble.${trouble}`)}
        </p>
      )}
      {tabTrouble && (
        <TabRefusal trouble={tabTrouble} onRetry={() => void record(true)} onAlone={() => void record(false)} />
      )}
      {!knowsWords && <NoWordsNote />}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" size="lg" variant="primary" icon={Mic} loading={isBusy}>
          {t('record.start')}
        </Button>
        <p className="min-w-0 flex-1 basis-60 text-sm text-muted">{t(isWithTab ? 'tab.privacy' : 'record.privacy')}</p>
      </div>
    </form>
  )
}
