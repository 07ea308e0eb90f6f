import { Camera, CircleCheck, Compass, NotebookPen, NotebookText, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../platform/title'
import { Button, LinkButton } from '../../ui/button'
import { cx } from '../../ui/cx'
import type { Icon } from '../../ui/icon'
import { Pane, PaneBody } from '../../ui/pane'
import { stepsFor, useFirstSteps, useNewestFirstSteps } from './intro-steps'
import { useShowPanel } from './panel'
import { SampleCard } from './sample-card'
import { useCan, useOrganisation } from './store'

type Step = ReturnType<typeof stepsFor>[number]

const icons: Record<Step, Icon> = {
  logbook: NotebookText,
  log: NotebookPen,
  camera: Camera,
  teammate: UserPlus,
  mate: Compass,
}
const addresses = { logbook: '#/docs', log: '#/docs', camera: '#/feed', mate: '#/chat' }

/** The first steps in a workspace, which says what is done already. */
export function IntroPage() {
  const { t } = useTranslation('workspace')
  const showPanel = useShowPanel()
  const name = useOrganisation()?.organization_name ?? ''
  const shown = stepsFor(useCan('feeds.manage_cameras'))
  const steps = useNewestFirstSteps()
  usePageTitle(t('intro.page'))
  const next = steps && shown.find(step => !steps[step])
  const actionOf = (step: Step) => {
    const variant = step === (steps ? next : 'logbook') ? 'primary' : 'default'
    const label = t(`intro.${step}Action`)
    if (step === 'teammate')
      return (
        <Button size="sm" variant={variant} data-organisation-button onClick={() => showPanel('org')}>
          {label}
        </Button>
      )
    return (
      <LinkButton href={addresses[step]} variant={variant} size="sm">
        {label}
      </LinkButton>
    )
  }
  return (
    <Pane as="main" kind="canvas" className="h-full">
      <PaneBody padded>
        <div className="mx-auto flex max-w-[600px] flex-col pt-[6vh] pb-6">
          <h1 className="text-2xl font-semibold tracking-tight text-balance wrap-anywhere">
            {t('intro.title', { name })}
          </h1>
          <p className="mt-1.5 mb-5 text-muted">{t('intro.text')}</p>
          <ol className="flex flex-col gap-3">
            {shown.map(step => (
              <StepRow
                key={step}
                icon={icons[step]}
                title={t(`intro.${step}`)}
                text={t(`intro.${step}Text`)}
                isDone={steps?.[step] ?? false}
                action={actionOf(step)}
              />
            ))}
          </ol>
          {steps && <SampleCard samples={steps.samples} onChange={useFirstSteps.getState().take} />}
        </div>
      </PaneBody>
    </Pane>
  )
}

interface StepProps {
  icon: Icon
  title: string
  text: string
  isDone: boolean
  action: ReactNode
}

function StepRow({ icon, title, text, isDone, action }: StepProps) {
  const { t } = useTranslation('workspace')
  const Glyph = isDone ? CircleCheck : icon
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-line bg-surface-1 p-4 shadow-1">
      <span
        className={cx(
          'grid size-10 place-items-center rounded-full',
          isDone ? 'bg-success-soft text-success-ink' : 'bg-accent-soft text-accent-ink',
        )}
      >
        <Glyph size={20} />
      </span>
      <div className="min-w-[200px] flex-1">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-sm text-muted">{text}</p>
      </div>
      {isDone ? (
        // As large as the button that it replaces on a phone, where that has a line of its own.
        <span className="inline-flex min-h-control-sm items-center text-sm font-medium text-success-ink max-md:min-w-24 pointer-coarse:min-h-control">
          {t('intro.done')}
        </span>
      ) : (
        action
      )}
    </li>
  )
}
