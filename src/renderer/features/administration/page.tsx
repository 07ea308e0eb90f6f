import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { useSession } from '../../platform/session'
import { usePageTitle } from '../../platform/title'
import { Pane, Panes } from '../../ui/pane'
import { SkeletonRows } from '../../ui/skeleton'
import { useDirectory } from '../organisations/store'
import { useMaySee } from './may-see'
import { SectionList } from './section-list'
import { sections } from './sections'

/** What is shown beside the list when the address names no section, which everybody may see. */
const firstSection = sections.find(({ name }) => name === 'people') as (typeof sections)[number]

/** The administration of the workspace [1.11]: its sections, and the open one beside them. */
export function AdministrationPage() {
  const { t } = useTranslation('administration')
  const { section } = useParams()
  // Other workspaces, perhaps chosen in another tab, reuse ids.
  const organizationId = useSession(state => state.organizationId)
  const maySee = useMaySee()
  useEffect(() => {
    if (useDirectory.getState().status === 'idle') void useDirectory.getState().load()
  }, [])
  const named = sections.find(({ name }) => name === section && maySee(name))
  const { Content, name } = named ?? firstSection
  usePageTitle(t(`section.${name}`))
  return (
    <Panes key={organizationId}>
      <SectionList current={name} isChosen={named !== undefined} />
      <Suspense fallback={<Loading isChosen={named !== undefined} />}>
        <Content isChosen={named !== undefined} />
      </Suspense>
    </Panes>
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
