import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { useSession } from '../../platform/session'
import { usePageTitle } from '../../platform/title'
import { ListRow } from '../../ui/list-row'
import { Pane, PaneBody, PaneHeader, Panes } from '../../ui/pane'
import { SkeletonRows } from '../../ui/skeleton'
import { OwnWorkspaces, PlansEntry } from '../organisations/slots'
import { useDirectory, useOrganisation } from '../organisations/store'
import { type SectionName, sections, useMaySee } from './sections'

/** What is shown beside the list when the address names no section, which everybody may see. */
const firstSection = sections.find(({ name }) => name === 'people') as (typeof sections)[number]

/** The administration of the workspace [1.11]: its sections, and the open one beside them. */
export function AdministrationPage() {
  const { section } = useParams()
  // Other workspaces, perhaps chosen in another tab, reuse ids.
  const organizationId = useSession(state => state.organizationId)
  const maySee = useMaySee()
  useEffect(() => {
    if (useDirectory.getState().status === 'idle') void useDirectory.getState().load()
  }, [])
  const named = sections.find(({ name }) => name === section && maySee(name))
  const { Content, name } = named ?? firstSection
  return (
    <Panes key={organizationId}>
      <SectionList current={name} isChosen={named !== undefined} />
      <Suspense fallback={<Loading isChosen={named !== undefined} />}>
        <Content isChosen={named !== undefined} />
      </Suspense>
    </Panes>
  )
}

function SectionList({ current, isChosen }: { current: SectionName; isChosen: boolean }) {
  const { t } = useTranslation('administration')
  const organisation = useOrganisation()
  const maySee = useMaySee()
  usePageTitle(t(`section.${current}`))
  return (
    <Pane
      as={isChosen ? 'section' : 'main'}
      kind="list"
      narrow
      aria-label={organisation?.organization_name ?? t('title')}
      onPhone={!isChosen}
    >
      <PaneHeader plain title={organisation?.organization_name ?? t('title')} headingLevel={isChosen ? 2 : 1} />
      <PaneBody>
        <nav aria-label={t('sections')} className="flex flex-col gap-0.5">
          {sections
            .filter(({ name }) => maySee(name))
            .map(({ name, icon }) => (
              <ListRow
                key={name}
                icon={icon}
                title={t(`section.${name}`)}
                selected={isChosen && name === current}
                href={`#/organisation/${name}`}
              />
            ))}
          <PlansEntry />
        </nav>
        <OwnWorkspaces />
      </PaneBody>
    </Pane>
  )
}

function Loading({ isChosen }: { isChosen: boolean }) {
  const { t } = useTranslation('administration')
  return (
    <Pane as={isChosen ? 'main' : 'section'} onPhone={isChosen} aria-label={t('title')}>
      <SkeletonRows label={t('loading')} />
    </Pane>
  )
}
