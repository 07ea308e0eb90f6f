import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { withSlots } from '../../platform/slot'
import { Badge } from '../../ui/badge'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/icon-button'
import { lazyComponent } from '../../ui/lazy-component'
import { OrgMark } from '../../ui/org-mark'
import { SkeletonRows } from '../../ui/skeleton'
import { type PanelName, useShowPanel } from './panel'
import { Plan } from './plan'
import { PlanLimitNote } from './slots'
import { useOrganisation } from './store'
import { WorkspaceList } from './workspace-list'

const InviteSection = lazyComponent(
  async () => (await withSlots(import('./invite-section'), PlanLimitNote)).InviteSection,
)

/** The organisation panel: the whole workspace (#org), its plan (#payment), or only the switcher (#small) [2.18a]. */
export function OrganisationPanel({ show }: { show: PanelName }) {
  const { t } = useTranslation(['organisations', 'app', 'workspace'])
  const showPanel = useShowPanel()
  const navigate = useNavigate()
  const organisation = useOrganisation()
  const name = organisation?.organization_name ?? t('workspace:panel.title')
  const close = () => showPanel(null)

  if (show === 'small') {
    return (
      <Floating label={t('list.title')} isSmall onClose={close}>
        <div className="overflow-y-auto py-2">
          <WorkspaceList onChosen={close} />
          <PanelLink text={t('workspace:panel.backToPanel')} onPress={() => showPanel('org')} />
        </div>
      </Floating>
    )
  }
  const isPlan = show === 'payment'
  return (
    <Floating label={isPlan ? t('workspace:plan.title') : name} onClose={close}>
      <header className="flex min-h-header shrink-0 items-center gap-2.5 border-b border-line pr-3 pl-4">
        {isPlan ? (
          <IconButton
            icon={ChevronLeft}
            label={t('app:action.back')}
            onClick={() => showPanel('org')}
            className="-ml-1"
          />
        ) : (
          organisation && (
            <OrgMark
              name={name}
              id={String(organisation.organization_id)}
              src={organisation.organization_image}
              size={28}
            />
          )
        )}
        <h2 className="min-w-0 truncate text-lg font-semibold tracking-tight">
          {isPlan ? t('workspace:plan.title') : name}
        </h2>
        {!isPlan && organisation?.is_premium && <Badge tone="accent">{t('list.premium')}</Badge>}
        <IconButton icon={X} label={t('app:action.close')} onClick={close} className="ml-auto" />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-6">
        {isPlan ? (
          <Plan />
        ) : (
          <>
            <WorkspaceList onChosen={close} canCreate />
            <Rule />
            <PanelLink text={t('workspace:panel.manage')} onPress={() => void navigate('/organisation')} />
            <PanelLink
              text={t(
                organisation && organisation.org_role !== 'member'
                  ? 'workspace:panel.seeStorage'
                  : 'workspace:panel.see',
              )}
              onPress={() => showPanel('payment')}
            />
            <Rule />
            {/* Last, because its length is known only with the invites. */}
            <Suspense fallback={<SkeletonRows label={t('workspace:sent.loading')} rows={3} />}>
              <InviteSection />
            </Suspense>
          </>
        )}
      </div>
    </Floating>
  )
}

const Rule = () => <div className="mx-4 mt-4 mb-1 h-px bg-line" />

function PanelLink({ text, onPress }: { text: string; onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="mx-2 flex w-[calc(100%-16px)] items-center gap-2 rounded-sm px-2 py-2 text-left text-sm font-medium hover:bg-surface-3 pointer-coarse:min-h-touch"
    >
      <span className="flex-1">{text}</span>
      <ChevronRight size={16} className="text-muted" />
    </button>
  )
}

interface FloatingProps {
  label: string
  isSmall?: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * Floats beside the rail, over the page; on a phone it covers everything. Escape and a click elsewhere close it
 * [2.18b].
 */
function Floating({ label, isSmall = false, onClose, children }: FloatingProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const wasInside = useRef(false)
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })

  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus()
    const onPointerDown = (event: PointerEvent) => {
      const isInside = wasInside.current
      wasInside.current = false
      const isSpared =
        event.target instanceof Element && event.target.closest('[data-organisation-button], [data-sonner-toaster]')
      if (!isInside && !isSpared) latest.current()
    }
    // On the window, not on the panel: Escape closes it wherever the focus is, and after all that is open over it.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) latest.current()
    }
    document.addEventListener('pointerdown', onPointerDown)
    window.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('pointerdown', onPointerDown)
      window.removeEventListener('keydown', onKeyDown)
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus()
    }
  }, [])

  return (
    <div
      ref={panel}
      id={id}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      // Also covers popups that the panel opens elsewhere in the document, such as the list of a select, because React
      // bubbles their events here.
      onPointerDownCapture={() => {
        wasInside.current = true
      }}
      className={cx(
        'fixed z-drawer flex flex-col bg-surface-1 shadow-3 outline-none focus-visible:shadow-3',
        isSmall
          ? 'top-2 left-[calc(var(--rail-w)+8px)] max-h-[70vh] w-72 rounded-lg border border-line max-md:inset-x-2 max-md:top-auto max-md:bottom-2 max-md:w-auto'
          : 'inset-y-0 left-rail w-[360px] border-r border-line max-md:inset-0 max-md:w-full',
      )}
    >
      {children}
    </div>
  )
}
