import { Clock, History, MonitorX, Repeat, VolumeX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Bridge, CaptureSource, Consent } from '#shared/contract/desktop'
import { frames } from '#shared/contract/sources/limits'
import { withinPlan } from '#shared/rules/plans'
import { useErrorText } from '../../i18n/texts'
import { desktop } from '../../platform/desktop'
import { logError } from '../../platform/log'
import { useSession } from '../../platform/session'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { Dialog } from '../../ui/dialog'
import type { Icon } from '../../ui/icon'
import { SkeletonRows } from '../../ui/skeleton'
import { Switch } from '../../ui/switch'
import { useOrganisation } from '../organisations/store'
import { type OwnPermission, ownPermission, usePermissions } from './permissions'
import { WhoFields } from './who-fields'

interface Offered {
  screens: CaptureSource[]
  consent: Consent
}

/**
 * Asks for consent before this computer's screen is shared: what, with whom, how often, and how long it is kept [D34].
 * Desktop app only.
 */
export function ShareDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['sources', 'app'])
  const organisation = useOrganisation()
  const name = organisation?.organization_name ?? ''
  const keptDays = withinPlan(organisation?.plan_id ?? 'business', 'frame_days', frames.retentionDays)
  const organization_id = useSession(state => state.organizationId)
  const bridge = desktop()
  const offered = useOffered(bridge, organization_id)
  const [picked, pick] = useState<string | null>(null)
  const [params, setStartsAlone] = useState<boolean | null>(null)
  const [permission, setPermission] = useState<OwnPermission>(ownPermission)
  const { start, withdraw, isSending, error } = useAnswers(onClose)
  if (!bridge) return null
  const isReady = offered !== null && offered !== 'failed' && offered.screens.length > 0
  const consent = isReady ? offered.consent : null
  const source = picked ?? (isReady ? preferred(offered.screens) : '')
  const startsAlone = params ?? (consent?.agreed_at ? consent.start_with_computer : false)
  const common = { title: t('share.title', { name }), closeLabel: t('app:action.close') }
  const footer = isReady && (
    <>
      {consent?.agreed_at && (
        <Button
          needsServer
          variant="quiet"
          className="md:mr-auto"
          onClick={() => void withdraw(() => bridge.withdrawConsent({ organization_id }))}
        >
          {t('share.withdraw')}
        </Button>
      )}
      <Button onClick={onClose}>{t('app:action.cancel')}</Button>
      <Button
        needsServer
        variant="capture"
        loading={isSending}
        onClick={() => void start(bridge, { organization_id, source, startsAlone, permission })}
      >
        {t('share.start')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} {...common} description={t('share.text')} footer={footer}>
      {offered === null && <SkeletonRows label={t('share.loading')} rows={3} />}
      {offered !== null && !isReady && <NotAllowed bridge={bridge} isFailed={offered === 'failed'} />}
      {isReady && (
        <div className="flex flex-col gap-4">
          <fieldset className="min-w-0">
            <legend className="pb-2 text-xs font-semibold text-muted">{t('share.what')}</legend>
            <div className="grid grid-cols-2 gap-2 md:grid-cols-3">
              {offered.screens.map(screen => (
                <Choice key={screen.id} screen={screen} isOn={screen.id === source} onChoose={() => pick(screen.id)} />
              ))}
            </div>
          </fieldset>
          <section>
            <h3 className="pb-1 text-xs font-semibold text-muted">{t('share.who')}</h3>
            <p className="pb-3 text-sm text-muted">{t('access.ownAlways')}</p>
            <WhoFields value={permission} onChange={setPermission} />
          </section>
          <ul className="grid gap-[7px] rounded-md border border-line bg-surface-2 px-3 py-[11px] text-sm">
            <Fact icon={Repeat} text={t('share.often')} />
            <Fact icon={Clock} text={t('share.kept', { count: keptDays })} />
            <Fact icon={VolumeX} text={t('share.pictures')} />
            <Fact icon={History} text={t('share.record')} />
          </ul>
          <Switch
            label={t('share.alone')}
            description={t('share.aloneText')}
            checked={startsAlone}
            onChange={event => setStartsAlone(event.target.checked)}
          />
        </div>
      )}
      {error && (
        <p role="alert" className="mt-4 text-sm text-danger-ink">
          {error}
        </p>
      )}
    </Dialog>
  )
}

/** Null while the desktop app is asked. */
function useOffered(bridge: Bridge | null, organization_id: number): Offered | 'failed' | null {
  const [offered, setOffered] = useState<Offered | 'failed' | null>(null)
  useEffect(() => {
    if (!bridge) return
    look(bridge, organization_id)
      .then(setOffered)
      .catch((cause: unknown) => {
        logError('The desktop app did not return what can be shared.', cause)
        setOffered('failed')
      })
  }, [bridge, organization_id])
  return offered
}

interface Agreed {
  organization_id: number
  source: string
  startsAlone: boolean
  permission: OwnPermission
}

function useAnswers(onClose: () => void) {
  const { t } = useTranslation('sources')
  const errorText = useErrorText()
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function begin(bridge: Bridge, { organization_id, source, startsAlone, permission }: Agreed) {
    const { organisation, user_ids } = permission
    const { user_ids: known } = ownPermission()
    // Unchanged names are not sent, because the access of one of them may have ended since they were read.
    const isChanged = user_ids.length !== known.length || user_ids.some(id => !known.includes(id))
    // Access is saved first, so that nobody sees a picture not meant for them.
    const saved = await usePermissions.getState().save(null, { organisation, ...(isChanged && { user_ids }) })
    if (!saved.ok) return errorText(saved)
    try {
      await bridge.giveConsent({ organization_id, start_with_computer: startsAlone })
      const { state, sharing, trouble } = await bridge.startCapture({ source_id: source })
      return sharing !== 'off' || state === 'starting' ? null : t(`share.trouble.${trouble ?? 'capture_failed'}`)
    } catch (cause) {
      logError('The desktop app did not start sharing.', cause)
      return t('share.trouble.capture_failed')
    }
  }

  return {
    isSending,
    error,
    async start(bridge: Bridge, agreed: Agreed) {
      setSending(true)
      setError(null)
      const problem = await begin(bridge, agreed)
      setSending(false)
      if (problem === null) onClose()
      else setError(problem)
    },
    async withdraw(ask: () => Promise<Consent>) {
      try {
        await ask()
        onClose()
      } catch (cause) {
        logError('The desktop app did not withdraw the consent.', cause)
        setError(t('strip.failed'))
      }
    },
  }
}

/** Explains what the person can do when no screen can be read [8.6a, 8.6b]. */
function NotAllowed({ bridge, isFailed }: { bridge: Bridge; isFailed: boolean }) {
  const { t } = useTranslation('sources')
  return (
    <div role="alert" className="flex gap-3">
      <MonitorX size={18} className="text-warn" />
      <div className="text-sm">
        <p className="font-semibold">{t(isFailed ? 'share.failed' : 'share.required')}</p>
        <p className="mt-0.5 mb-2 text-muted">{t('share.requiredText')}</p>
        <Button size="sm" onClick={() => void bridge.openScreenSettings().catch(() => undefined)}>
          {t('share.settings')}
        </Button>
      </div>
    </div>
  )
}

/** Prefers the source named like the entire screen, otherwise the first [5.8b]. */
const preferred = (screens: readonly CaptureSource[]): string =>
  (screens.find(screen => /entire screen/i.test(screen.name)) ?? screens[0])?.id ?? ''

async function look(bridge: Bridge, organization_id: number): Promise<Offered> {
  const [screens, consent, permission] = await Promise.all([
    bridge.captureSources(),
    bridge.readConsent({ organization_id }),
    bridge.screenPermission(),
  ])
  return { screens: permission === 'denied' ? [] : screens, consent }
}

function Choice({ screen, isOn, onChoose }: { screen: CaptureSource; isOn: boolean; onChoose: () => void }) {
  return (
    <label
      className={cx(
        'relative block min-w-0 cursor-pointer rounded-md border p-[5px] text-xs font-medium',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        isOn ? 'border-capture ring-1 ring-capture' : 'border-line',
      )}
    >
      <span className="block aspect-video overflow-hidden rounded-xs bg-surface-3">
        {screen.thumbnail && <img src={screen.thumbnail} alt="" className="size-full object-cover" />}
      </span>
      <span className="flex items-center gap-1.5 px-[3px] pt-1.5 pb-0.5">
        <input
          type="radio"
          name="screen"
          checked={isOn}
          onChange={onChoose}
          className="size-3.5 shrink-0 accent-(--capture)"
        />
        <span className="truncate">{screen.name}</span>
      </span>
    </label>
  )
}

function Fact({ icon: Glyph, text }: { icon: Icon; text: string }) {
  return (
    <li className="flex gap-[9px]">
      <Glyph size={16} className="mt-px text-muted" />
      {text}
    </li>
  )
}
