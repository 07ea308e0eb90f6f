import { Check, Minus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Role } from '#shared/contract/organisations/endpoints'
import { orderedCapabilities } from './capabilities'

/** What each role can do [D2]. */
export function RoleTable({ roles }: { roles: readonly Role[] }) {
  const { t } = useTranslation('administration')
  return (
    <div className="flex shrink-0 flex-col gap-2.5">
      <h2 id="role-table" className="text-md font-semibold">
        {t('table.title')}
      </h2>
      <section
        aria-labelledby="role-table"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard.
        tabIndex={0}
        className="overflow-x-auto rounded-md border border-line bg-surface-1"
      >
        <table className="w-full text-left text-sm">
          <thead>
            <tr>
              <th scope="col" className="px-3 py-2.5 font-normal text-muted">
                {t('table.permission')}
              </th>
              {roles.map(role => (
                <th key={role.role_id} scope="col" className="px-3 py-2.5 font-normal text-muted">
                  {role.role_name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {orderedCapabilities.map(capability => (
              <tr key={capability} className="border-t border-line">
                <th scope="row" className="min-w-[200px] px-3 py-2.5 font-medium">
                  {t(`capability.${capability}`)}
                </th>
                {roles.map(role => (
                  <td key={role.role_id} className="px-3 py-2.5">
                    <Mark isGiven={role.capabilities.includes(capability)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

function Mark({ isGiven }: { isGiven: boolean }) {
  const { t } = useTranslation('administration')
  const Glyph = isGiven ? Check : Minus
  return (
    <>
      <Glyph size={16} className={isGiven ? 'text-success' : 'text-muted'} />
      <span className="sr-only">{t(isGiven ? 'table.yes' : 'table.no')}</span>
    </>
  )
}
