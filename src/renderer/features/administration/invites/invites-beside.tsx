import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Pane, PaneBody, PaneHeader } from '../../../ui/pane'
import { InvitePeople, InvitesSent, PlanLimitNote } from '../../organisations/slots'
import { InvitesState } from './invites-state'

/** Invites beside the board of people, where there is room for both. Links to join are in the section of invites only. */
export function InvitesBeside({ ref }: { ref: Ref<HTMLElement> }) {
  const { t } = useTranslation('administration')
  return (
    <Pane
      ref={ref}
      as="aside"
      aria-label={t('section.invites')}
      className="w-drawer-narrow flex-none border-l border-line print:hidden"
    >
      <PaneHeader title={t('section.invites')} headingLevel={2} />
      <InvitesState>
        {roles => (
          <PaneBody padded className="flex flex-col gap-5">
            <PlanLimitNote limit="members" />
            <InvitePeople roles={roles} />
            <div className="-mx-4">
              <InvitesSent />
            </div>
          </PaneBody>
        )}
      </InvitesState>
    </Pane>
  )
}
